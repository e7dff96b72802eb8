import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { buildFacts } from './scripts/build/build-facts.mjs';
import { LongFilesFirst } from './tests/support/long-files-first.ts';
import { findDatabaseTests, findPostgresTests } from './scripts/setup/database-tests.mjs';

// Some alert rules have a time of day, and tests state their times in UTC. Set here, because workers inherit it.
process.env['TZ'] = process.env['TEST_TZ'] ?? 'UTC';

const databaseTests = findDatabaseTests();
/** Tests that start a server, hash passwords, search properties or wait for timeouts: seconds each. */
const slowTests = [
  'src/**/{accounts,backup-restore,body-timeout,durability,demo-intake,home-file-thread,remote-issuer}.test.ts',
  ...databaseTests.filter((file) => file.startsWith('src/')),
];

/**
 * `unit`: quick tests without a database, part of `npm run check`. `integration`: all other tests of src, on SQLite.
 * `whole`: the tests of several processes in tests/. `postgres`: most tests with a database once more, on PostgreSQL.
 */
export default defineConfig({
  define: buildFacts(),
  resolve: {
    alias: [
      {
        find: /^.*\/thread-files\.ts$/,
        replacement: join(import.meta.dirname, 'tests/support/app/built-thread-files.ts'),
      },
    ],
  },
  test: {
    // A test that checks nothing has failed.
    expect: { requireAssertions: true, poll: { timeout: 30_000 } },
    // Many tests wait for processes, keys and timeouts, so three at a time use two cores well.
    maxWorkers: 3,
    // Upper bounds only: no test waits for them. A machine that is several times slower must still pass.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    setupFiles: ['tests/support/wait-timeout.ts'],
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'lab/**/*.test.ts'],
          exclude: slowTests,
          // One module graph for all files of a worker: loading it for each file takes most of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: slowTests,
          globalSetup: ['tests/support/app/server-build.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          maxWorkers: 5,
          sequence: { groupOrder: 1 },
          include: ['tests/**/*.test.ts'],
          globalSetup: ['tests/support/app/server-build.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: findPostgresTests(),
          globalSetup: ['tests/support/app/server-build.ts', 'tests/support/database/shared-services.ts'],
          setupFiles: ['tests/support/database/use-shared-services.ts'],
          isolate: false,
        },
      },
    ],
  },
});
