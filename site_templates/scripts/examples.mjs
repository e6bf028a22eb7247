// Worked examples: played again with the very faces of the book.
import { showRun } from "./calculator_run.mjs";
import { refusal } from "./refusal.mjs";

export function enlivenExamples(desk) {
  document.addEventListener("click", (event) => {
    const pressed = event.target.closest?.("[data-example] button[data-do='play']");
    if (pressed) play(pressed, desk);
  });
}

async function play(pressed, desk) {
  const example = pressed.closest("[data-example]");
  const { inputs, faces } = JSON.parse(example.dataset.play);
  const answer = await desk.ask({ kind: "calculator", calculator: example.dataset.example, do: "roll", inputs, faces });
  const [problem] = answer.problem ? [answer.problem] : answer.problems ?? [];
  const shown = problem ? refusal(problem, desk, pressed, () => play(pressed, desk)) : showRun(answer);
  example.querySelector(".widget-result").replaceChildren(...shown);
}
