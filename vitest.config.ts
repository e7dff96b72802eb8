import { defineConfig } from 'vitest/config';
import { buildFacts } from './scripts/build/build-facts.mjs';

/** They start the whole server, hash passwords or wait for timeouts: seconds each. */
const slow = [
  'src/server/demo/demo-intake.test.ts',
  'src/server/identity-provider/accounts.test.ts',
  'src/server/identity/remote-issuer.test.ts',
];

/** `unit` is quick and part of `npm run check`; `whole` is the rest. */
export default defineConfig({
  define: buildFacts(),
  test: {
    // A test that checks nothing has failed.
    expect: { requireAssertions: true },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'], exclude: slow },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['tests/**/*.test.ts', ...slow],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
