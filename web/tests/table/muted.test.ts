import { describe, expect, it, vi } from "vitest";

import { KEY, Muted } from "../../src/table/muted.svelte";
import { chatLine } from "../made";

const bob = chatLine(1, { who: "bob" });
const cleo = chatLine(2, { who: "cleo" });
const table = chatLine(3, { who: null });
const me = chatLine(4, { who: "bob", you: true });

describe("whom one does not want to hear", () => {
  it("is not heard; the others are, and oneself", () => {
    const muted = new Muted("t1");
    muted.mute("bob", "Bob");
    expect(muted.heard([bob, cleo, table, me])).toEqual([cleo, table, me]);
    expect(muted.all).toEqual([["bob", "Bob"]]);
  });

  it("is heard again when one wants it", () => {
    const muted = new Muted("t1");
    muted.mute("bob", "Bob");
    muted.mute("cleo", "Cleo");
    muted.lift("bob");
    expect(muted.heard([bob, cleo])).toEqual([bob]);
  });

  it("is not heard on the next visit either, at this table", () => {
    new Muted("t1").mute("bob", "Bob");
    expect(new Muted("t1").heard([bob])).toEqual([]);
    expect(new Muted("t2").heard([bob])).toEqual([bob]);
  });

  it("leaves no trace once all are heard again", () => {
    const muted = new Muted("t1");
    muted.mute("bob", "Bob");
    muted.lift("bob");
    expect(localStorage.getItem(KEY)).toBe("{}");
  });

  it("is remembered at the sixty tables where one muted last", () => {
    const clock = vi.spyOn(Date, "now");
    for (let k = 0; k < 61; k++) {
      clock.mockReturnValue(k);
      new Muted(`t${k}`).mute("bob", "Bob");
    }
    expect(new Muted("t0").all).toEqual([]);
    expect(new Muted("t1").all).toHaveLength(1);
    expect(new Muted("t60").all).toHaveLength(1);
  });

  it("is nobody where something else was kept", () => {
    localStorage.setItem(KEY, JSON.stringify({ t1: { at: "x", names: { bob: "Bob" } }, t2: 7 }));
    expect(new Muted("t1").all).toEqual([]);
    expect(new Muted("t2").all).toEqual([]);
  });
});
