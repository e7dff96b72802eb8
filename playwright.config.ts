import { defineConfig } from '@playwright/test';
import { testBrowserOptions } from './scripts/setup/chromium.mjs';

/** The zone in which it is between 02:00 and 03:00 now. A resident who gets up raises an alert at night only. */
function nightZone(): string {
  const hours = ((2 - new Date().getUTCHours() + 36) % 24) - 12;
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

// The workers inherit it, and the servers and browsers that they start.
process.env['TEST_TZ'] ??= nightZone();
process.env['TZ'] = process.env['TEST_TZ'];

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  // A test that passes only at the second attempt has failed.
  retries: 0,
  // Upper bounds only: no test waits for them. A machine that is several times slower must still pass.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // Most of the time tests wait for timers and tokens, so four at a time use two cores well.
  workers: 4,
  fullyParallel: false,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    // Half of the processor time of a first page load. Tests about lost connections, reloads and logins allow it.
    serviceWorkers: 'block',
    // Without a graphics processor, the flashing of alerts takes a quarter of the processor time.
    contextOptions: { reducedMotion: 'reduce' },
    permissions: ['screen-wake-lock'],
    // Screenshots of each step would double the time, and snapshots take a tenth. `--trace on` records both.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: testBrowserOptions,
  },
  // Tests run on the wide screen, those with the tag @narrow on the narrow one instead, those with @both on each.
  projects: [
    { name: 'wide', use: { viewport: wide }, grepInvert: /@narrow/ },
    { name: 'narrow', use: { viewport: narrow }, grep: /@narrow|@both/ },
  ],
});
