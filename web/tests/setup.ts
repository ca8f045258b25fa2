// What every test begins with: a browser that has kept nothing.

import { beforeEach } from "vitest";

beforeEach(() => {
  localStorage.clear();
});
