// The panel at the page's edge: dice box and roll log. It stays where it is while pages change behind it, and what is in
// it comes when it is first wanted.
import { loadOnce, whenLoaded } from "../page/lazy_load.mjs";

// The panel's element, how to reach the engine -> { offerShared }
/** @param {HTMLElement} panel @param {BookEngine} engine */
export function offerPanel(panel, engine) {
  const fill = loadOnce(async () => (await import("./log_panel.mjs")).fillPanel(panel, engine));

  const open = () => {
    whenLoaded(fill, () => {});
    engine.warm();
  };
  panel.addEventListener("beforetoggle", ({ newState }) => {
    if (newState === "open") open();
  });
  // The browser opens it without us.
  if (panel.matches(":popover-open")) open();
  panel.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") panel.hidePopover();
  });
  // A link may carry dice; see roll_link.mjs.
  const offerShared = async () => {
    const { hash } = location;
    if (/^#(?:roll|dice)=/.test(hash)) await whenLoaded(fill, (content) => content.offerShared(hash));
  };
  window.addEventListener("hashchange", offerShared);
  return { offerShared };
}
