// The tray at the page's edge: dice box and roll log. It stays where it is while pages change behind it, and what is in
// it comes when it is first wanted.
import { once, whenHere } from "./late.mjs";

// The tray's element, how to reach the engine -> { offerShared }
export function makeTray(tray, desk) {
  const fill = once(async () => (await import("./tray_content.mjs")).fillTray(tray, desk));

  const open = () => {
    whenHere(fill, () => {});
    desk.warm();
  };
  tray.addEventListener("beforetoggle", ({ newState }) => {
    if (newState === "open") open();
  });
  // The browser opens it without us.
  if (tray.matches(":popover-open")) open();
  tray.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") tray.hidePopover();
  });
  // A link may carry dice; see replay.mjs.
  const offerShared = async () => {
    const { hash } = location;
    if (/^#(?:roll|dice)=/.test(hash)) await whenHere(fill, (content) => content.offerShared(hash));
  };
  window.addEventListener("hashchange", offerShared);
  return { offerShared };
}
