import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ["browser"] }, // else Svelte takes what is made for servers: no effects
  test: {
    environment: "happy-dom",
    pool: "vmThreads", // each file in a page of its own, at a quarter of the time of a process
    include: ["tests/**/*.test.ts"],
    setupFiles: ["tests/setup.ts"],
    restoreMocks: true,
    unstubGlobals: true,
    coverage: {
      include: ["src/**/*.ts"],
      exclude: ["src/api/schema.d.ts"],
      reporter: ["text-summary"],
      thresholds: { lines: 85 },
    },
  },
});
