// What this browser keeps from visit to visit. One that keeps nothing still plays.

export type Kept = Record<string, unknown>;

const isRecord = (found: unknown): found is Kept =>
  typeof found === "object" && found !== null && !Array.isArray(found);

export function readKept(key: string): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return isRecord(found) ? found : {};
  } catch {
    return {};
  }
}

export function keep(key: string, value: Kept): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It is forgotten, then.
  }
}
