import { beforeAll, describe, expect, it, vi } from "vitest";

import { ApiError } from "../../src/api/client";
import { notices } from "../../src/lib/notices.svelte";
import { attempt } from "../../src/table/attempt";
import { speak } from "../speech";

const fail = (code: string) => () =>
  Promise.reject(new ApiError(409, { code, message: "said by the server" }));

beforeAll(speak);

describe("an attempt", () => {
  it("that works says nothing", async () => {
    const say = vi.fn();
    await attempt(() => Promise.resolve(), say);
    expect(say).not.toHaveBeenCalled();
  });

  it("that is refused is said, as a notice unless elsewhere", async () => {
    await attempt(fail("NotYourTurn"));
    expect(notices.list.at(-1)?.text).toBe("It is not your turn.");
    const say = vi.fn();
    await attempt(fail("NotYourTurn"), say);
    expect(say).toHaveBeenCalledOnce();
  });

  it("that came too late is not said", async () => {
    const say = vi.fn();
    await attempt(fail("Stale"), say);
    expect(say).not.toHaveBeenCalled();
  });
});
