import { defineConfig } from 'vitest/config';
import { buildFacts } from './scripts/build/build-facts.mjs';

/** `unit` is quick and part of `npm run check`; `whole` starts processes, servers and compilers. */
export default defineConfig({
  define: buildFacts(),
  test: {
    expect: { requireAssertions: true },
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'] } },
      {
        extends: true,
        test: { name: 'whole', include: ['tests/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 30_000 },
      },
    ],
  },
});
