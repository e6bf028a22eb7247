// What the scripts hand to each other. What the engine answers is in engine/answers.d.ts.

// What a reader did who was quicker than the scripts: see theme.js.
interface Early {
  presses: [HTMLElement, MouseEvent][];
  typed: string | null;
  lose: (askAgain: () => unknown) => void;
  keep: (event: MouseEvent) => void;
  mirror: (field: HTMLElement) => void;
  started?: boolean;
}
interface Window {
  rollbookEarly: Early;
}
// An early click that is pressed again was judged when it was made.
interface Event {
  meant?: boolean;
}

// Which book a page belongs to, where its rules are, and the language that it speaks.
interface PageOfBook {
  book: string | null;
  rules: string | null;
  language: string | undefined;
}
interface EngineState {
  name: "idle" | "starting" | "ready" | "working" | "failed";
  code: string;
  reason: string;
}
// Bytes, and milliseconds since the first of them.
interface Progress {
  arrived: number;
  coming: number;
  took: number;
}
// The engine as a page's parts see it: see engine/book_engine.mjs.
interface BookEngine {
  page: PageOfBook;
  readonly book: string | null;
  turnTo(root: HTMLElement): void;
  ask: Ask;
  // What belongs to a page asks about its book, whatever is being read by then, and is answered in its language.
  askAbout(page: PageOfBook): Ask;
  warm(): void;
  repeat(place: Node, again: () => unknown): void;
  retry(): void;
  failed(): boolean;
  onState(callback: (state: EngineState) => void): () => void;
  onProgress(callback: (progress: Progress) => void): () => void;
}

// Where on the shelf something is.
interface Place {
  title: string;
  path: string;
}
// A line of the roll log.
interface LogEntry extends Place {
  id: string;
  at: number;
  what: string;
  shown: string;
  sentence: string;
  book: string;
  seed: number | null;
  faces: number[] | null;
  request: LoggedRequest | null;
  secret?: boolean;
}
// What a roll leaves in the log: `what` names it, `shown` is its total, `sentence` tells all of it. `request` rolls it
// again (without book, seed and faces); with `seed` or `faces` it comes to the same.
interface LoggedRoll {
  what: string;
  shown: string;
  sentence: string;
  place: Place;
  book: string | null;
  seed?: number | null;
  faces?: number[] | null;
  request?: LoggedRequest | null;
  secret?: boolean;
}
// Roll, faces in the order thrown.
interface Thrown {
  roll: ShownRoll;
  faces: number[];
}

// A character as the browser stores it.
interface StoredCharacter {
  id: string;
  label: string;
  character: Partial<Character>;
  values: Record<string, Value>;
  rules: string;
}
interface StoredCharacters {
  active: string | null;
  played: Record<string, string>;
  entries: StoredCharacter[];
  aside: unknown[];
}
// What is pinned to a screen.
interface Pin {
  id: string;
  width: number;
}

// A roll in the text, with what is beside it.
interface RollWidget {
  pressed: Written;
  engine: BookEngine;
  expression: string;
  names: Record<string, string>;
  called: Record<string, string>;
  output: any;
  trouble: HTMLElement;
  total: HTMLElement;
  choices: ReturnType<typeof import("./dice/roll_choices.mjs").rollChoices>;
  frame: HTMLElement;
  entry: string | null;
  rolling: Promise<unknown> | null;
  seed: number | null;
  fallen: number[];
  asked: number;
}
// A roll that came with a link.
interface SharedRoll {
  expression: string;
  chance: DiceToThrow;
  values: Record<string, number>;
}
interface DiceBox {
  engine: BookEngine;
  field: HTMLInputElement;
  problem: HTMLElement;
  output: HTMLElement;
  odds: HTMLElement;
  shared: HTMLElement;
  asks: HTMLElement;
  secret: HTMLElement;
}
// What was typed into the dice box, as the engine is asked it; `unknown` are names without a number.
interface AskedDice {
  typed: string;
  expression: string;
  times: number;
  values: Record<string, number>;
  unknown: string[];
}

// How dice are thrown, as generator/rollbook/engine/throw_plan.py writes it.
type DiceTerm = [count: number, sides: number, factor: number, start: number, end: number, ...modifiers: string[]];
type NameTerm = [name: string, factor: number, start: number, end: number];
interface Applied {
  f: string;
  x: number;
  a: Plan[];
  by?: number;
  at?: [number, number];
}
type Term = number | DiceTerm | NameTerm | Applied;
type Plan = Term[];
interface Hand {
  faces: number[];
  next(sides: number): number;
}
interface ThrownDie extends ShownDie {
  face: number;
  value: number;
}
interface PlanSpan {
  kind: "dice" | "name" | "choice";
  start: number;
  end: number;
  value: number;
  dice: ThrownDie[];
  rolls: { value: number; kept: boolean }[];
}
interface Part {
  total: number;
  spans: PlanSpan[];
}

// A row that came up, whoever rolled it.
interface RolledRow {
  roll: ShownRoll;
  modifiers: Record<string, number>;
  total: number;
  row: number | null;
  rolls_on: TableRoll["rolls_on"];
}
interface TableCast {
  turn: string;
  where: { place: Place; book: string | null; request: TableRequest };
  thrown: { table: RolledRow; faces: number[] } | null;
  entry: string | null;
}

interface CalculatorField {
  name: string;
  label: string;
  kind: string;
  value: Value;
  control: any;
}
type CalculatorForm = ReturnType<typeof import("./calculator/form.mjs").makeForm> & { ask: Ask };
interface MovedRow {
  value: Value;
  outcomes: OutcomeOdds[];
  results: ResultOdds[];
  exact: boolean;
  current: boolean;
}
// What to ask of a character, and what to say of the answer.
interface SheetQuestion {
  what?: "derive" | "roll" | "xp" | "level" | "unlevel";
  more?: Omit<SheetRequest, "kind">;
  words?: (answer: SheetAnswer) => string[];
  pressed?: HTMLElement | null;
}

interface PinnedThing {
  address: string;
  title: string;
  chapter: string;
}
interface Arrange {
  move(id: string, to: number): void;
  step(id: string, by: number): void;
  widen(id: string, by: number): void;
  unpin(id: string): void;
}
interface DropPlace {
  card: HTMLElement;
  after: boolean;
}

// A book's part of the search index: generator/rollbook/render/site/search/__init__.py describes the file.
type EntryRow = [kind: number, page: number, anchor: string, title: string, under: number, text: string, ...names: string[]];
interface BookFile {
  language: string;
  pages: [path: string, title: string][];
  kinds: [name: string, label: string][];
  entries: EntryRow[];
  terms: string;
  hits: number[][];
}
interface Language {
  root(term: string): string;
  stops: Set<string>;
  senses: Map<string, string[]>;
  inside: boolean;
}
interface SearchEntry {
  book: string;
  bookTitle: string;
  pagePath: string;
  pageTitle: string;
  under: SearchEntry;
  top: SearchEntry;
  address: string;
  number: number;
  kind: string;
  label: string;
  title: string;
  titleTerms: string[];
  names: string[];
  text: string;
}
interface SearchedBook {
  id: string;
  title: string;
  language: Language;
  entries: SearchEntry[];
  words: string[];
  roots: Map<string, string[]>;
  // Numbers of entries: with how much a title counts, and with how often a text has the word.
  find(word: string): { titles: [number, number][]; texts: [number, number][] };
}
interface SearchedShelf {
  books: SearchedBook[];
  address: string;
  failed: boolean;
  complete: boolean;
  // How many books of a large shelf are opened only if the reader wants them.
  closed: number;
}
// A line of the list of all books: its file and how many bytes that has.
interface ListedBook {
  id: string;
  title: string;
  file: string;
  size: number;
}
// What was typed, and which words of which book stand for it, each with how well it fits.
interface SearchTerm {
  term: string;
  fits: Map<SearchedBook, [string, number][]>;
}
interface Match {
  title: number;
  text: number;
  words: Set<string>;
}
interface Hit {
  book: SearchedBook;
  entry: SearchEntry;
  matches: Match[];
}
type Hits = Map<SearchEntry, Hit>;
interface SearchResult {
  entry: SearchEntry;
  named: boolean;
  words: Set<string>;
}
interface Ranked extends SearchResult {
  score: number;
  matches: Match[];
}
interface Counted {
  label: string;
  count: number;
}
interface Found {
  results: SearchResult[];
  count: number;
  books: Map<string, Counted>;
  kinds: Map<string, Counted>;
  corrected: [typed: string, meant: string][];
  suggestion: string | null;
}

// A clock that does not run may be stopped.
declare function clearTimeout(id: number | null): void;

type Child = Node | string | null | undefined;
type Attributes = Record<string, unknown>;

// What is where in a page is up to the templates: tests in browsers check that the scripts find it, types do not.
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
interface Element {
  closest(selectors: string): any;
}
interface Document {
  getElementById(elementId: string | null): any;
}
interface EventTarget {
  closest?(selectors: string): any;
}
// An element as a template wrote it: what is in and around it is known.
type Written = HTMLElement & {
  readonly dataset: Record<string, string>;
  readonly nextElementSibling: any;
  readonly lastElementChild: any;
};
// Not every browser has it.
interface Navigator {
  connection?: { saveData?: boolean; effectiveType?: string };
}

// A fight: see screen/fight.mjs. `hero` is the id of a character of this browser, whose points are on its sheet.
interface FighterStatus {
  name: string;
  rounds: number | null;
}
interface Fighter {
  id: string;
  name: string;
  hero: string | null;
  points: number;
  most: number;
  initiative: number | null;
  statuses: FighterStatus[];
  values: Record<string, Value>;
}
interface Fight {
  round: number;
  turn: string | null;
  fighters: Fighter[];
}
interface FighterState {
  hero: StoredCharacter | null;
  points: number;
  most: number;
  values: Record<string, Value>;
}
interface FightActs {
  move(fighter: Fighter, by: number, offers?: Node[]): unknown;
  attack(target: Fighter): unknown;
  status(fighter: Fighter, status: string, rounds: number | null): void;
  remove(fighter: Fighter): void;
}
// How a fight goes, as expand_tracker.py writes it.
interface FoeRules {
  name: string;
  "hit points": string;
  action?: { calculator: string; inputs: Record<string, Value> } | null;
  [value: string]: any;
}
interface FightRules {
  initiative: string;
  track: string;
  attack: { calculator: string; damage: string; "own damage"?: string; by?: Record<string, string>; against?: Record<string, string> } | null;
  statuses: { name: string; meaning: string }[];
  rests: RestRules[];
  foes: FoeRules[];
}
interface RestRules {
  name: string;
  calculator: string;
  given?: Record<string, Value>;
}
