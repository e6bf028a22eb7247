// What a page asks the engine, and what the engine answers: the one place that declares it. The other side is
// generator/rollbook/engine/browser; tests/site/test_script_types.py holds real answers of Python's to this file.

// A number, an exact fraction such as "7/2", a text, or yes and no.
type Value = number | string | boolean;

interface Problem {
  code: string;
  message: string;
  start?: number;
  end?: number;
  suggestion?: string;
  path?: (string | number)[];
}
type Refused = { problem: Problem; problems?: undefined };
// An answer, or why there is none.
type Answered<Answer> = (Answer & { problem?: undefined }) | Refused;

interface Die {
  sides: number;
  face: Value;
  kept: boolean;
}
interface ShownDie extends Die {
  value: Value;
  natural: string;
  marks: string[];
  fudge?: boolean;
}
interface TextSpan {
  kind: "text";
  text: string;
}
// Of a choice, each of the two rolls and whether it counted.
interface RolledSpan {
  kind: "dice" | "name" | "choice";
  text: string;
  value: Value;
  dice: ShownDie[];
  rolls: { value: Value; kept: boolean }[];
}
type Span = TextSpan | RolledSpan;

interface Roll {
  expression: string;
  total: Value;
  dice: Die[];
  shown: string;
  natural: Value | null;
  breakdown: Span[];
  sentence: string;
  spoken: string;
}
// What a page shows of a roll; one that it threw itself has no more than this.
type ShownRoll = Pick<Roll, "expression" | "total" | "shown" | "breakdown" | "sentence" | "spoken">;

// Exactly, in words, and as a part of the whole.
interface Chance {
  exactly: string;
  percent: string;
  part: number;
}
interface OddsRow extends Chance {
  value: string;
  is: Value;
  at_least?: string;
  at_least_part?: number;
  at_most?: string;
  at_most_part?: number;
}
interface Odds {
  outcomes: Record<string, string>;
  mean: string | null;
  min: Value | null;
  max: Value | null;
  exact: boolean;
  error?: number;
  samples?: number;
  average: string | null;
  spread: number | null;
  rows: OddsRow[];
  left_out: number;
}

// Where chance comes from: the same dice again, or these faces; neither: the engine's own.
type DiceToThrow = { seed?: number | null; faces?: number[] };

// `called`: the formula's words for a number -> those of the text around it.
type RollRequest = { kind: "roll"; expression: string; values?: Record<string, Value>; title?: string; called?: Record<string, string> } & DiceToThrow;
type RollAnswer = { kind: "roll"; roll: Roll; seed: number | null };

type OddsRequest = { kind: "odds"; expression: string; values?: Record<string, Value> };
type OddsAnswer = { kind: "odds"; odds: Odds };

type ExplainRequest = { kind: "explain"; expression: string; values?: Record<string, Value> };
type ExplainedRange = Pick<Odds, "min" | "max" | "mean" | "average" | "exact">;
// With 0 for the names that it still needs; that may be no range.
type ExplainAnswer = { kind: "explain"; expression: string; words: string; names: string[] } & (ExplainedRange | { range_problem: Problem });

type TableRequest = { kind: "table"; table: string; modifiers: Record<string, number> } & DiceToThrow;
interface TableRoll {
  id: string;
  title: string;
  columns: string[];
  roll: Roll;
  natural: number;
  modifiers: Record<string, number>;
  total: number;
  row: number | null;
  clamped: boolean;
  cells: string[];
  rolls_on: { cell: number; start: number; end: number; kind: string; target: string }[];
  sentence: string;
  spoken: string;
}
type TableAnswer = { kind: "table"; table: TableRoll; seed: number | null };
type TableOddsAnswer = { kind: "table"; rows: ({ label: string } & Chance)[]; outside: Chance };

// What a reader gives to a calculator; the character's numbers fill in what is missing.
type CalculatorRequest = {
  kind: "calculator";
  calculator: string;
  inputs: Record<string, Value>;
  character?: Partial<Character>;
  // Where several sheets are played: those that come first count more.
  characters?: Partial<Character>[];
} & DiceToThrow;
type MoveRequest = CalculatorRequest & { do: "move"; name: string; to: Value[] };
type ProblemsAnswer = { kind: "calculator"; problems: Problem[] };
type CalculatorResult = Roll & { name: string; label: string; unit: string };
// How a track of the sheet moves: `by` so much, and `back` again.
interface TrackMove {
  name: string;
  label: string;
  before: Value;
  after: Value;
  most: Value;
  by: Value;
  back: Value;
  // Whose track it is, of the characters that were sent.
  player: number;
}
interface RunAnswer {
  kind: "calculator";
  outcome: number | null;
  text: string;
  holes: string[];
  results: CalculatorResult[];
  steps: (Roll & { name: string })[];
  dice: Die[];
  sentence: string;
  spoken: string;
  changes: TrackMove[];
  seed: number | null;
  problems?: undefined;
}
type OutcomeOdds = { label: string } & Chance;
type ResultOdds = { name: string; label: string; unit: string; shown: Chance; odds: Odds | null };
interface CalculatorOddsAnswer {
  kind: "calculator";
  outcomes: OutcomeOdds[];
  results: ResultOdds[];
  exact: boolean;
  samples: number | null;
  problems?: undefined;
}
// What is said at one place of a calculator's sentence.
interface Said {
  kind: string;
  shown: string[];
  name: string;
  exact: boolean;
}
interface SentenceAnswer {
  kind: "calculator";
  parts: Said[][];
  problems?: undefined;
}
interface MovesAnswer {
  kind: "calculator";
  name: string;
  moves: { value: Value; outcomes: OutcomeOdds[] }[];
  problems?: undefined;
}
interface CalculatorInput {
  name: string;
  label: string;
  kind: string;
  min: Value | null;
  max: Value | null;
  value: Value;
  from_sheet: boolean;
  choices: { name: string; shown: string }[];
  unit: string;
  note: string;
}
interface FormAnswer {
  kind: "calculator";
  form: {
    id: string;
    title: string;
    note: string;
    rules: string[];
    inputs: CalculatorInput[];
    results: { name: string; label: string; unit: string }[];
    outcomes: string[];
  };
  problems?: undefined;
}

// What is filled into a field of a sheet; of several choices their names.
type ListRow = { name: string; number: Value };
type Filled = Value | string[] | ListRow[];
// A character as it is stored. The engine reads it with care; a page only carries it.
interface Character {
  sheet: string;
  version: number;
  fields: Record<string, Filled>;
  rolled: Record<string, { total: Value; faces: Value[] }>;
  levels: unknown[];
  xp: number;
  aside: Record<string, unknown>;
}
// A character of another book or time may lack anything.
type SheetRequest = { kind: "sheet"; sheet?: string; character?: Partial<Character>; name?: string; amount?: number; by?: Value; to?: Value; chosen?: Record<string, string> } & DiceToThrow;
interface SheetAnswer {
  kind: "sheet";
  character: Character;
  values: Record<string, Value>;
  shown: Record<string, string>;
  bonuses: { name: string; source: string; amount: Value }[];
  asked: string[];
  unrolled: string[];
  points: { name: string; label: string; points: Value; left: Value }[];
  xp_needed: Value | null;
  can_rise: boolean;
  choices: { name: string; label: string; choices: { name: string; parts: Record<string, string> }[] }[];
  // What the next level brings.
  brings: { label: string; what: string }[];
  rolls: (Roll & { name: string })[];
  problems: Problem[];
  move?: TrackMove;
  seed?: number | null;
}

type LoadAnswer = { kind: "load"; tables: string[]; calculators: string[]; sheets: string[]; problems: Problem[] };

// What can be asked, each with its own answer.
interface Ask {
  (request: RollRequest): Promise<Answered<RollAnswer>>;
  (request: OddsRequest): Promise<Answered<OddsAnswer>>;
  (request: ExplainRequest): Promise<Answered<ExplainAnswer>>;
  (request: TableRequest & { do: "odds" }): Promise<Answered<TableOddsAnswer>>;
  (request: TableRequest & { do?: "roll" }): Promise<Answered<TableAnswer>>;
  (request: CalculatorRequest & { do: "form" }): Promise<Answered<FormAnswer>>;
  (request: CalculatorRequest & { do: "say" }): Promise<Answered<SentenceAnswer | ProblemsAnswer>>;
  (request: CalculatorRequest & { do: "roll" }): Promise<Answered<RunAnswer | ProblemsAnswer>>;
  (request: CalculatorRequest & { do: "odds" }): Promise<Answered<CalculatorOddsAnswer | ProblemsAnswer>>;
  (request: MoveRequest): Promise<Answered<MovesAnswer | ProblemsAnswer>>;
  (request: SheetRequest & { do: "new" | "derive" | "roll" | "xp" | "level" | "unlevel" | "change" }): Promise<Answered<SheetAnswer>>;
  (request: LoggedRequest): Promise<Answered<RollAnswer | TableAnswer | RunAnswer | ProblemsAnswer>>;
}
// What the log records of a roll, to ask for it again.
type LoggedRequest = RollRequest | TableRequest | (CalculatorRequest & { do: "roll" });
