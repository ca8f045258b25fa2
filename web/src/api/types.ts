import type { components } from "./schema";

type Shapes = components["schemas"];
export type GameFacts = Shapes["GameFacts"];
export type PresetFacts = Shapes["PresetFacts"];
export type Guest = Shapes["Guest"];
export type TableFacts = Shapes["TableFacts"];
export type SeatFacts = Shapes["SeatFacts"];
export type WindowFacts = Shapes["WindowFacts"];
export type Said = Shapes["Said"];
export type Presence = Shapes["Presence"];
export type ChatLine = Shapes["ChatLine"];
export type Outcome = Shapes["Outcome"];
export type Frame = Shapes["SocketFrame"];
export type EventsFrame = Extract<Frame, { is: "events" }>;
export type TablePage = Shapes["TablePage"];
export type TableEntry = Shapes["TableEntry"];
export type Replay = Shapes["Replay"];
export type DicePage = Shapes["DicePage"];
export type Rules = Shapes["Rules"];
export type NewTable = Shapes["NewTable"];
export type ErrorBody = Shapes["ErrorBody"];
export type HintAnswer = Shapes["HintAnswer"];
export type CoachAnswer = Shapes["CoachAnswer"];
export type DayPage = Shapes["DayPage"];
export type BestList = Shapes["BestList"];
export type ScoreFacts = Shapes["ScoreFacts"];
export type WhyAnswer = Shapes["WhyAnswer"];

// What games show and tell is typed by game; without one, it is that of any.

export type GameName = keyof Shapes["Games"];
export type View<G extends GameName = GameName> = Shapes["Games"][G]["view"];
export type Changes = Shapes["AnyChanges"];
export type StepFacts<G extends GameName = GameName> = Shapes["Games"][G]["step"];
export type Now<G extends GameName = GameName> = Omit<Shapes["Now"], "view"> & { view: View<G> };
export type EventFacts<G extends GameName = GameName> = Omit<
  Shapes["EventFacts"],
  "steps" | "view"
> & { steps?: StepFacts<G>[]; view?: View<G> };
