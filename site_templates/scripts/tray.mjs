// The tray at the page's edge: dice box and roll log. It stays where it is while pages change behind it, and what is in
// it comes when it is first wanted.

// The tray's element, how to reach the engine -> { offerShared }
export function makeTray(tray, desk) {
  let content = null;
  const fill = () => (content ??= import("./tray_content.mjs").then(({ fillTray }) => fillTray(tray, desk)));

  tray.addEventListener("beforetoggle", ({ newState }) => {
    if (newState !== "open") return;
    fill();
    desk.warm();
  });
  tray.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") tray.hidePopover();
  });
  // A link may carry dice; see replay.mjs.
  const offerShared = async () => {
    if (/^#(?:roll|dice)=/.test(location.hash)) (await fill()).offerShared(location.hash);
  };
  window.addEventListener("hashchange", offerShared);
  return { offerShared };
}
