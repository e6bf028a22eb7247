// What the engine's worker and the service worker are given. The build writes MANIFEST and SHELF above their texts: see
// generator/rollbook/render/browser.

interface ListedFile {
  path: string;
  size: number;
}
interface Manifest {
  pyodide: string;
  factory: string;
  lock: string;
  wasm: ListedFile & { sha256: string; travels: number };
  library: ListedFile;
  rules: ListedFile;
  // Missing where there is no snapshot; nobody asks for it then.
  memory: ListedFile & { inflated: string };
  plain: any;
}
declare const MANIFEST: Manifest;

// The engine, as the worker asks it: JSON in, JSON out.
interface Door {
  answer(request: string): string;
}
// Pyodide's own ways to start, and what to give them.
interface Runtime {
  loadPyodide: (options: object) => Promise<any>;
  createPyodideModule: (settings: object) => Promise<any>;
  options: { indexURL: string; lockFileContents: string };
}
interface PackedMemory {
  head: Uint8Array;
  write(memory: Uint8Array, written: number): void;
}

interface StartOptions {
  fresh: boolean;
  alive: <Value>(value: Value) => Value;
  progress: (progress: { arrived: number; coming: number; took: number }) => void;
}
// What the parts of a start share; `later` is done when the engine is here.
interface StartedSite {
  manifest: Manifest;
  base: string;
  options: StartOptions;
  later: (() => Promise<unknown>)[];
  expect: ReturnType<typeof import("./fetch_own.mjs").makeCounter>;
}

interface ShelfFile extends ListedFile {
  sha256: string;
}
// The service worker's own part of what every worker has.
interface WorkerGlobalScope {
  readonly clients: Clients;
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "message", listener: (event: ExtendableMessageEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
}
// A book of a large shelf, and the file that lists its files.
interface ShelfBook {
  id: string;
  list: ShelfFile;
}
declare const SHELF: { version: string; files: ShelfFile[]; books: ShelfBook[]; standIns: Record<string, string> };
