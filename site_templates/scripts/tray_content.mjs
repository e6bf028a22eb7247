// What lies in the tray: the dice box, what the engine is up to, and the log.
import { diceBox } from "./dice_box.mjs";
import { button, element } from "./element.mjs";
import { logList } from "./log_list.mjs";
import { readDice, readReplay } from "./replay.mjs";
import { progressBar } from "./waiting.mjs";
import { say } from "./words.mjs";

// The tray's element, how to reach the engine -> { offerShared(fragment) }
export function fillTray(tray, desk) {
  const box = diceBox(desk);
  const close = button("×", () => tray.hidePopover(), { class: "tray-close", "aria-label": say("close") });
  tray.replaceChildren(close, element("h2", {}, say("dice_title")), box.form, engineState(desk), logList(desk));
  return {
    offerShared(fragment) {
      const roll = readReplay(fragment);
      const dice = readDice(fragment);
      if (!roll && !dice) return;
      tray.showPopover();
      if (roll) box.offer(roll);
      else box.ask(dice);
    },
  };
}

// Says when the engine comes, and what to do when it does not.
function engineState(desk) {
  const words = element("p", { class: "engine-state", role: "status" });
  const bar = progressBar(desk);
  desk.onState(({ name, reason }) => {
    const again = button(say("try_again"), () => desk.retry(), { class: "quiet" });
    const said = { starting: [say("starting"), bar.shown], failed: [`${say("failed")} ${reason} `, again] };
    words.replaceChildren(...(said[name] ?? []));
  });
  return words;
}
