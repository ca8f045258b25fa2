import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import { pageOf, router } from "../../src/lib/router.svelte";

describe("pageOf", () => {
  it.each([
    ["/", { name: "home" }],
    ["/me", { name: "me" }],
    ["/play/warp6", { name: "setup", game: "warp6" }],
    ["/rules/warp6/", { name: "rules", game: "warp6" }],
    ["/daily/warp6", { name: "daily", game: "warp6", day: null }],
    ["/daily/warp6/2026-11-20", { name: "daily", game: "warp6", day: "2026-11-20" }],
    ["/t/abc", { name: "table", id: "abc" }],
    ["/t/abc/replay", { name: "replay", id: "abc" }],
    ["/t/abc/dice", { name: "dice", id: "abc" }],
    ["/t/a%20b", { name: "table", id: "a b" }],
  ])("knows %s", (path, page) => {
    expect(pageOf(path)).toEqual(page);
  });

  it.each([
    "/me/else",
    "/play",
    "/play/warp6/more",
    "/rules",
    "/daily",
    "/t",
    "/t/abc/else",
    "/x",
    "/t/100%",
  ])("does not know %s", (path) => {
    expect(pageOf(path)).toEqual({ name: "unknown" });
  });
});

describe("going somewhere", () => {
  const scrolled = vi.fn();
  beforeEach(() => {
    vi.stubGlobal("scrollTo", scrolled);
    scrolled.mockClear();
    router.go("/");
    scrolled.mockClear();
  });

  it("shows the page, from its top", () => {
    router.go("/play/warp6?friend=1");
    expect(router.path).toBe("/play/warp6");
    expect(location.search).toBe("?friend=1");
    expect(scrolled).toHaveBeenCalledWith(0, 0);
  });

  it("to another place on the same page leaves it where it is", () => {
    router.go("/rules/warp6");
    scrolled.mockClear();
    router.go("/rules/warp6#W6-1");
    expect(router.hash).toBe("#W6-1");
    expect(scrolled).not.toHaveBeenCalled();
  });

  it("is noticed even where one was already", () => {
    const before = router.followed;
    router.go("/");
    router.go("/");
    expect(router.followed).toBe(before + 2);
  });

  it("back shows the page that was left", () => {
    history.replaceState(null, "", "/t/abc");
    dispatchEvent(new Event("popstate"));
    expect(router.path).toBe("/t/abc");
  });
});

describe("a click", () => {
  /** Click on what stands in a link; whether the router took it. */
  function taken(link: string, how: MouseEventInit = {}): boolean {
    document.body.innerHTML = link;
    const target = document.querySelector("a b") ?? document.querySelector("a")!;
    const click = new MouseEvent("click", { bubbles: true, cancelable: true, ...how });
    // What is not taken is followed by the browser: not in a test.
    const stop = (event: Event) => {
      took = event.defaultPrevented;
      event.preventDefault();
    };
    let took = false;
    addEventListener("click", stop);
    onTestFinished(() => {
      removeEventListener("click", stop);
    });
    target.dispatchEvent(click);
    return took;
  }

  beforeEach(() => {
    vi.stubGlobal("scrollTo", vi.fn());
    router.go("/");
  });

  it("on a link of this site shows its page", () => {
    expect(taken('<a href="/rules/warp6?x=1#W6-1"><b>rules</b></a>')).toBe(true);
    expect(router.path).toBe("/rules/warp6");
    expect(router.hash).toBe("#W6-1");
    expect(location.search).toBe("?x=1");
  });

  it.each([
    ["into another window", '<a href="/me" target="_blank">x</a>'],
    ["to another site", '<a href="https://example.org/me">x</a>'],
    ["to what the server gives", '<a href="/api/tables/t1/record">x</a>'],
    ["to something to be saved", '<a href="/me" download="me.json">x</a>'],
  ])("on a link %s is the browser's", (_, link) => {
    expect(taken(link)).toBe(false);
    expect(router.path).toBe("/");
  });

  it.each([
    { ctrlKey: true },
    { metaKey: true },
    { shiftKey: true },
    { altKey: true },
    { button: 1 },
  ])("with %o is the browser's", (how) => {
    expect(taken('<a href="/me">x</a>', how)).toBe(false);
  });

  it("beside a link does nothing", () => {
    document.body.innerHTML = "<p>x</p>";
    document.querySelector("p")!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(router.path).toBe("/");
  });
});
