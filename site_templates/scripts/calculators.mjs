// Calculators: fields, answers that follow them, a roll with every die, and the odds. The engine does all the arithmetic.
import { makeCalculator } from "./calculator.mjs";
import { activeCharacter, onCharacter } from "./character.mjs";
import { affordable, warmByPointer } from "./eager.mjs";
import { fieldsOf, isChanged } from "./fields.mjs";

const calculators = new WeakMap();

// How to reach the engine -> every calculator of this page and of those that follow it works.
export function enlivenCalculators(desk) {
  const within = (event) => {
    const section = event.target.closest?.("[data-calc]");
    return section ? calculatorOf(section, desk) : null;
  };
  document.addEventListener("focusin", (event) => within(event) && warmByPointer(desk));
  document.addEventListener("input", (event) => within(event)?.changed(event.target));
  document.addEventListener("submit", (event) => {
    const calculator = within(event);
    if (!calculator) return;
    event.preventDefault();
    calculator.roll();
  });
  document.addEventListener("reset", (event) => within(event)?.reset());
  document.addEventListener("click", (event) => {
    const pressed = event.target.closest?.("[data-calc] button[data-do]");
    if (pressed) within(event).press(pressed);
  });
  onCharacter(() => fillFromSheet(desk));
}

// After each change of page or character: the reader's numbers stand in the fields, and the page says so. So does it
// follow what they typed before the scripts were here. A calculator is filled when it comes into view, so that a long
// chapter does not ask for everything at once.
export function fillFromSheet(desk) {
  const known = desk.book !== null && activeCharacter(desk.book) !== null;
  for (const section of document.querySelectorAll("[data-calc]")) {
    const typed = fieldsOf(section).some(isChanged);
    const fill = () => calculatorOf(section, desk).fill();
    if (typed || calculators.has(section)) whenSeen(section, fill);
    else if (known) whenSeen(section, () => affordable(desk).then(fill));
  }
}

function whenSeen(section, then) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    then();
  });
  observer.observe(section);
}

function calculatorOf(section, desk) {
  if (!calculators.has(section)) calculators.set(section, makeCalculator(section, desk));
  return calculators.get(section);
}
