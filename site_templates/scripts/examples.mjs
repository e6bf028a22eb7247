// Worked examples: played again with the very faces of the book.
import { showRun } from "./calculator_run.mjs";
import { shownProblem } from "./show_roll.mjs";

export function enlivenExamples(desk) {
  document.addEventListener("click", async (event) => {
    const pressed = event.target.closest?.("[data-example] button[data-do='play']");
    if (!pressed) return;
    const example = pressed.closest("[data-example]");
    const output = example.querySelector(".widget-result");
    const { inputs, faces } = JSON.parse(example.dataset.play);
    const answer = await desk.ask({ kind: "calculator", calculator: example.dataset.example, do: "roll", inputs, faces });
    const [problem] = answer.problem ? [answer.problem] : answer.problems ?? [];
    output.replaceChildren(...(problem ? shownProblem(problem) : showRun(answer)));
  });
}
