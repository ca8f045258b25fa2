// Which key was meant, whatever the layout: on a Russian keyboard R types another letter, and on
// a French one digits want Shift.

/** A Latin letter in lower case, a digit, or the name of the key. */
export function keyOf({ key, code }: KeyboardEvent): string {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (digit) return digit;
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const letter = key.length === 1 ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return letter?.toLowerCase() ?? key;
}

const WRITTEN = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select";

/** Whether keys write into what has the focus, or choose from it by letters. */
export const writes = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(WRITTEN));
