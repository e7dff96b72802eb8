import { defineConfig } from 'vitest/config';
import { buildFacts } from './scripts/build/build-facts.mjs';
import { findDatabaseTests } from './scripts/setup/database-tests.mjs';

/** They start the whole server, hash passwords or wait for timeouts: seconds each. */
const slow = [
  'src/server/demo/demo-intake.test.ts',
  'src/server/identity-provider/accounts/accounts.test.ts',
  'src/server/identity/remote-issuer.test.ts',
];

/**
 * `unit` is quick and part of `npm run check`; `whole` is the rest; `postgres` runs all that has a
 * database once more, on PostgreSQL and NATS.
 */
export default defineConfig({
  define: buildFacts(),
  test: {
    // A test that checks nothing has failed.
    expect: { requireAssertions: true },
    // Many wait for processes, keys and timeouts: on two cores one at a time would take twice as long.
    maxWorkers: 2,
    // Upper bounds only: no test waits for them. A machine that is several times slower must still pass.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'lab/**/*.test.ts'],
          exclude: slow,
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['tests/**/*.test.ts', ...slow],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: findDatabaseTests(),
          globalSetup: ['tests/support/database/shared-services.ts'],
          setupFiles: ['tests/support/database/use-shared-services.ts'],
        },
      },
    ],
  },
});
