// The tray at the page's edge: dice box and roll log. It stays where it is while pages change behind it.
import { button, element } from "./element.mjs";
import { diceBox } from "./dice_box.mjs";
import { logList } from "./log_list.mjs";
import { readReplay } from "./replay.mjs";
import { say } from "./words.mjs";

// The tray's element, how to reach the engine -> filled when it is first opened.
export function fillTray(tray, desk) {
  let box = null;
  const fill = () => {
    if (box) return;
    box = diceBox(desk);
    const close = button("×", () => tray.hidePopover(), { class: "tray-close", "aria-label": say("close") });
    tray.replaceChildren(close, element("h2", {}, say("dice_title")), box.form, engineState(desk), logList(desk));
  };
  tray.addEventListener("beforetoggle", ({ newState }) => {
    if (newState !== "open") return;
    fill();
    desk.warm();
  });
  tray.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") tray.hidePopover();
  });
  const offerShared = () => {
    const roll = readReplay(location.hash);
    if (!roll) return;
    fill();
    box.offer(roll);
    tray.showPopover();
  };
  window.addEventListener("hashchange", offerShared);
  return { offerShared };
}

// Says when the engine comes, and what to do when it does not.
function engineState(desk) {
  const words = element("p", { class: "engine-state", role: "status" });
  desk.onState(({ name, reason }) => {
    const said = { starting: [say("starting")], failed: [`${say("failed")} ${reason} `, button(say("try_again"), () => desk.retry(), { class: "quiet" })] };
    words.replaceChildren(...(said[name] ?? []));
  });
  return words;
}
