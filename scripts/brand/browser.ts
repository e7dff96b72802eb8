import { chromium, type Browser } from '@playwright/test';
import { findChromium } from '../setup/chromium.mjs';

const quietArgs = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the machine's Chromium, or Playwright's when there is none. */
export function openBrowser(): Promise<Browser> {
  const installed = findChromium();
  return chromium.launch({
    ...(installed === undefined ? {} : { executablePath: installed }),
    args: ['--no-sandbox', ...quietArgs],
  });
}
