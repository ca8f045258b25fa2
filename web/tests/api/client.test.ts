import { describe, expect, it } from "vitest";

import { ApiError, addressOf, api, nonce } from "../../src/api/client";
import { CUT, Refusal, serve } from "../network";

describe("addressOf", () => {
  it("puts names into the path so that they stay one part of it", () => {
    expect(addressOf("/api/tables/{table_id}", { path: { table_id: "a/b c" } })).toBe(
      "/api/tables/a%2Fb%20c",
    );
  });

  it("asks only for what is given", () => {
    const query = { seat: null, first: 0, lang: undefined, brief: true };
    expect(addressOf("/api/games", { query })).toBe("/api/games?first=0&brief=true");
    expect(addressOf("/api/games", { query: { seat: null } })).toBe("/api/games");
  });
});

describe("requests", () => {
  it("send a body as JSON and give back what was answered", async () => {
    const asked = serve({ "PUT /api/me": { name: "Ann" } });
    expect(await api.put("/api/me", { name: "ann" })).toEqual({ name: "Ann" });
    expect(asked[0]).toMatchObject({ method: "PUT", path: "/api/me", body: { name: "ann" } });
  });

  it("send a record as it was saved", async () => {
    const asked = serve({ "POST /api/records": { id: "t2" } });
    await api.bring('{"format": "orrery"}', "fr");
    expect(asked[0]?.body).toEqual({ format: "orrery" });
    expect(asked[0]?.query.get("lang")).toBe("fr");
  });

  it("say which rule was in the way", async () => {
    serve({
      "GET /api/me": new Refusal(409, { code: "IllegalMove", message: "no", rule: "W6-1" }),
    });
    const error = await api.get("/api/me").catch((found: unknown) => found);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 409, code: "IllegalMove", rule: "W6-1", message: "no" });
  });

  it("that do not come through are errors like any", async () => {
    serve({ "GET /api/me": CUT });
    await expect(api.get("/api/me")).rejects.toMatchObject({ status: 0, code: "Offline" });
  });

  it("understand a refusal by what stands before the server, which speaks no JSON", async () => {
    const page = new Response("<h1>Bad gateway</h1>", { status: 502, statusText: "Bad Gateway" });
    serve({ "DELETE /api/guests/me": page });
    await expect(api.delete("/api/guests/me")).rejects.toMatchObject({
      status: 502,
      code: "Error",
      message: "Bad Gateway",
    });
  });
});

describe("nonce", () => {
  it("is of 16 bytes, and never the same", () => {
    expect(nonce()).toMatch(/^[0-9a-f]{32}$/);
    expect(nonce()).not.toBe(nonce());
  });
});
