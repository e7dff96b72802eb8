import { findChromium } from '../services/find-programs.mjs';

/** Options of Playwright for the machine's Chromium, which then makes no requests of its own to the network. */
export const chromiumOptions = {
  executablePath: findChromium() ?? 'chromium',
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
