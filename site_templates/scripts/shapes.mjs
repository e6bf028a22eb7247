// What comes from a storage, a link or a file may be anybody's: these tell whether it is formed as ours is.

export function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// A value of JSON, how many lists and records may lie inside each other -> whether they do. Deeper ones would take those
// along who walk through them: the browser when it sends them, and the engine when it reads them.
export function isShallow(value, levels) {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1));
}
