// A fight as it is stored and shared: who takes part, whose turn it is, what each has left. Nothing here knows of pages: Node
// tests it. It may come from storage or a link, so from anybody: it is checked and copied.
import { bytesOf, linkWith } from "../page/save_and_print.mjs";
import { isPlain, isRecord } from "../page/storage.mjs";

// The version of what is stored and linked.
export const FORM = 1;
const MOST = 60;
const LONGEST_NAME = 80;
const MOST_STATUSES = 12;
const LARGEST = 1_000_000;
const START = "#fight=";
const LONGEST_FRAGMENT = 40_000;

/** @type {Fight} */
export const NO_FIGHT = { round: 0, turn: null, fighters: [] };

// By initiative, the highest first; those without one come last, and ties stay in the order they were added.
/** @param {Fighter[]} fighters */
export function inOrder(fighters) {
  return fighters.toSorted((one, other) => (other.initiative ?? -Infinity) - (one.initiative ?? -Infinity) || 0);
}

// A fight -> { fight, ended: what ended with the turn that begins }. Whoever is down is passed over.
/** @param {Fight} fight @param {(fighter: Fighter) => boolean} isUp */
export function nextTurn(fight, isUp) {
  const order = inOrder(fight.fighters);
  const now = order.findIndex(({ id }) => id === fight.turn);
  const after = [...order.slice(now + 1), ...order.slice(0, now + 1)];
  const next = after.find(isUp) ?? null;
  if (!next) return { fight, ended: [] };
  const wraps = now < 0 || order.indexOf(next) <= now;
  const { statuses, ended } = oneRoundLess(next);
  const fighters = fight.fighters.map((each) => (each.id === next.id ? { ...each, statuses } : each));
  return { fight: { round: wraps ? fight.round + 1 : fight.round, turn: next.id, fighters }, ended: ended.map((status) => ({ name: next.name, status })) };
}

/** @param {Fighter} fighter */
function oneRoundLess({ statuses }) {
  const counted = statuses.map((status) => (status.rounds === null ? status : { ...status, rounds: status.rounds - 1 }));
  return { statuses: counted.filter(({ rounds }) => rounds === null || rounds > 0), ended: counted.filter(({ rounds }) => rounds === 0).map(({ name }) => name) };
}

// A fight, which fighter to change and how -> the fight.
/** @param {Fight} fight @param {string} id @param {(fighter: Fighter) => Fighter} change @returns {Fight} */
export function withFighter(fight, id, change) {
  return { ...fight, fighters: fight.fighters.map((each) => (each.id === id ? change(each) : each)) };
}

// Points that a foe has, and what happens to them -> what is left, never below 0 nor above the greatest.
/** @param {Fighter} fighter @param {number} by @returns {Fighter} */
export function hurt(fighter, by) {
  return { ...fighter, points: Math.max(0, Math.min(fighter.most, fighter.points + by)) };
}

// A name, those that there are -> "Goblin", "Goblin 2", …
/** @param {string} name @param {Fighter[]} fighters */
export function ownName(name, fighters) {
  const taken = new Set(fighters.map((each) => each.name));
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name} ${number}`)) number += 1;
  return `${name} ${number}`;
}

// Anything -> a fight of ours, or null.
/** @param {any} found @returns {Fight | null} */
export function cleaned(found) {
  if (!isRecord(found) || found.version !== FORM || !Array.isArray(found.fighters)) return null;
  const fighters = found.fighters.slice(0, MOST).map(readFighter).filter((/** @type {Fighter | null} */ each) => each !== null);
  const turn = fighters.some((/** @type {Fighter} */ { id }) => id === found.turn) ? found.turn : null;
  return { round: whole(found.round, 0), turn, fighters };
}

/** @param {any} found @returns {Fighter | null} */
function readFighter(found) {
  if (!isRecord(found) || typeof found.id !== "string" || !/^[\w-]{1,40}$/.test(found.id) || typeof found.name !== "string") return null;
  const values = isRecord(found.values) ? Object.entries(found.values).filter(([, value]) => isPlain(value)).slice(0, 60) : [];
  const statuses = Array.isArray(found.statuses) ? found.statuses.slice(0, MOST_STATUSES) : [];
  return {
    id: found.id,
    name: found.name.slice(0, LONGEST_NAME),
    hero: typeof found.hero === "string" ? found.hero.slice(0, 40) : null,
    points: whole(found.points, 0),
    most: whole(found.most, 0),
    initiative: Number.isFinite(found.initiative) ? found.initiative : null,
    statuses: statuses.filter((each) => isRecord(each) && typeof each.name === "string").map((each) => ({ name: each.name.slice(0, LONGEST_NAME), rounds: Number.isSafeInteger(each.rounds) ? Math.max(1, Math.min(99, each.rounds)) : null })),
    values: Object.fromEntries(values.map(([name, value]) => [name, typeof value === "string" ? value.slice(0, 200) : value])),
  };
}

/** @param {unknown} number @param {number} otherwise */
function whole(number, otherwise) {
  return typeof number === "number" && Number.isSafeInteger(number) ? Math.max(0, Math.min(LARGEST, number)) : otherwise;
}

// A fight, the page with the tracker -> the address that carries it there.
/** @param {Fight} fight @param {string} page */
export function linkTo(fight, page) {
  return linkWith(page, START, new TextEncoder().encode(JSON.stringify({ version: FORM, ...fight })));
}

// A fragment -> the fight in it, or null for anything else.
/** @param {string} fragment */
export function readLink(fragment) {
  if (!fragment.startsWith(START) || fragment.length > LONGEST_FRAGMENT) return null;
  try {
    return cleaned(JSON.parse(new TextDecoder().decode(bytesOf(fragment.slice(START.length)))));
  } catch {
    return null;
  }
}
