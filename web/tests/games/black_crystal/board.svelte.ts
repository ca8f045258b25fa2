// What a board is given, as a test may change it.

import type { Story } from "../../../src/api/telling.svelte";
import type { Now } from "../../../src/api/types";

export interface Props {
  story: Story<"black_crystal"> | null;
  seat: number | null;
  present: Now<"black_crystal">;
  still: boolean;
}

export class Given implements Props {
  story = $state.raw<Story<"black_crystal"> | null>(null);
  seat = $state.raw<number | null>(0);
  present = $state.raw<Now<"black_crystal">>()!;
  still = $state.raw(false);
  /** The stories that were told, and those of which the board has kept something. */
  readonly heard: Story<"black_crystal">[] = [];
  readonly after: Story<"black_crystal">[] = [];

  constructor(props: Props) {
    Object.assign(this, props);
  }

  /** As a table does: there is no story any more. */
  told = (story: Story<"black_crystal">): void => {
    this.heard.push(story);
    if (this.story === story) this.story = null;
  };
}
