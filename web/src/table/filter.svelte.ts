// Whose doings the log shows, and how: remembered for the next game of its kind.

import type { TableFacts } from "../api/types";
import { keep, readKept } from "../lib/kept";
import type { Line } from "./lines";

const KEY = "orrery-log";
const NOTATION = "orrery-notation";
/** What means the same at every table; a seat that is not one's own does not. */
const ANYWHERE = ["all", "changes", "me", "chance"];
const atTables = new Map<string, string>();

export class Filter {
  readonly #facts: () => TableFacts;
  #choice = $state("all");
  #notation = $state(false);

  constructor(facts: () => TableFacts) {
    this.#facts = facts;
    const { id, game } = facts();
    const kept = readKept(KEY)[game];
    this.#notation = readKept(NOTATION)[game] === true;
    this.#choice = atTables.get(id) ?? (typeof kept === "string" ? kept : "all");
  }

  /** The one seat of this device; several people at one device are told apart by seat. */
  get #mine(): number | null {
    const own = this.#facts().seats.filter(({ you }) => you);
    return own.length === 1 ? own[0]!.seat : null;
  }

  /** What can be chosen: "all", "changes", "me", the number of a seat, "chance". */
  options(lines: Line[]): string[] {
    const others = this.#facts().seats.filter(({ seat }) => seat !== this.#mine);
    const there = (wanted: string, found: boolean) =>
      found || this.#choice === wanted ? [wanted] : [];
    return [
      "all",
      ...there(
        "changes",
        lines.some(({ changed }) => !changed),
      ),
      ...(this.#mine === null ? [] : ["me"]),
      ...others.map(({ seat }) => String(seat)),
      ...there(
        "chance",
        lines.some(({ by }) => by === "chance"),
      ),
    ];
  }

  /** What is chosen; everything where that makes no sense here. */
  get choice(): string {
    const seat = Number(this.#choice);
    if (this.#choice === "me") return this.#mine === null ? "all" : "me";
    if (ANYWHERE.includes(this.#choice)) return this.#choice;
    return this.#facts().seats[seat] && seat !== this.#mine ? this.#choice : "all";
  }

  set choice(wanted: string) {
    const { id, game } = this.#facts();
    this.#choice = wanted;
    atTables.set(id, wanted);
    if (ANYWHERE.includes(wanted)) keep(KEY, { ...readKept(KEY), [game]: wanted });
  }

  /** Whether each move's notation stands beside its sentence. */
  get notation(): boolean {
    return this.#notation;
  }

  set notation(wanted: boolean) {
    this.#notation = wanted;
    keep(NOTATION, { ...readKept(NOTATION), [this.#facts().game]: wanted });
  }

  shows(line: Line): boolean {
    const choice = this.choice;
    if (choice === "all") return true;
    if (choice === "changes") return line.changed;
    if (choice === "chance") return line.by === "chance";
    return line.by === (choice === "me" ? this.#mine : Number(choice));
  }
}
