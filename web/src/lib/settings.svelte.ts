// What a person has chosen in this browser: language, theme, sound, motion.

export type Theme = "auto" | "light" | "dark";
export const LANGUAGES = ["en", "ru", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

/** How fast a board tells what happens. */
export const SPEEDS = [1, 2, 0.5] as const;
export type Speed = (typeof SPEEDS)[number];

interface Kept {
  language: Language;
  theme: Theme;
  sound: boolean;
  speed: Speed;
}

const KEY = "orrery-settings";

function firstLanguage(): Language {
  for (const wanted of navigator.languages) {
    const found = LANGUAGES.find((one) => wanted.toLowerCase().startsWith(one));
    if (found) return found;
  }
  return "en";
}

function read(): Kept {
  const fresh: Kept = { language: firstLanguage(), theme: "auto", sound: false, speed: 1 };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
    const language = LANGUAGES.find((one) => one === kept.language) ?? fresh.language;
    const theme = (["auto", "light", "dark"] as const).find((one) => one === kept.theme);
    const speed = SPEEDS.find((one) => one === kept.speed) ?? fresh.speed;
    return { language, theme: theme ?? "auto", sound: kept.sound === true, speed };
  } catch {
    return fresh;
  }
}

const reduced = window.matchMedia("(prefers-reduced-motion: reduce)");
const dark = window.matchMedia("(prefers-color-scheme: dark)");

class Settings {
  language = $state<Language>("en");
  theme = $state<Theme>("auto");
  sound = $state(false);
  speed = $state<Speed>(1);
  still = $state(reduced.matches);
  #systemDark = $state(dark.matches);

  constructor() {
    Object.assign(this, read());
    reduced.addEventListener("change", () => (this.still = reduced.matches));
    dark.addEventListener("change", () => (this.#systemDark = dark.matches));
  }

  get isDark(): boolean {
    return this.theme === "dark" || (this.theme === "auto" && this.#systemDark);
  }

  keep(): void {
    const { language, theme, sound, speed } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ language, theme, sound, speed }));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }
}

export const settings = new Settings();
