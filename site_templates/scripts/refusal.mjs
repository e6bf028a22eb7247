// What the engine could not answer, told where it was asked.
import { button } from "./element.mjs";
import { shownProblem } from "./show_roll.mjs";
import { say } from "./words.mjs";

// The engine's problem, how to reach it, what was pressed, what asks for the same again -> children for an <output>.
// Where there is no engine, trying again brings one, and with it the answers to all that was asked in vain.
export function refusal(problem, desk, pressed, again) {
  const words = shownProblem(problem);
  if (!desk.failed()) return words;
  desk.repeat(pressed, again);
  const retry = () => {
    // The focus must not fall to the top of the page with the button that had it.
    pressed.focus({ preventScroll: true });
    desk.retry();
  };
  return [...words, " ", button(say("try_again"), retry, { class: "quiet" })];
}
