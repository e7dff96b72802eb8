import { chromium, type Browser } from '@playwright/test';
import { findChromium } from '../setup/chromium.mjs';

const quiet = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** WebGL on the processor, for machines without a graphics card; a pass may take its time. */
const softwareDrawing = [
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gpu-watchdog',
];

/** A headless Chromium: the machine's own where there is one, else Playwright's. */
export function openBrowser(): Promise<Browser> {
  const installed = findChromium();
  return chromium.launch({
    ...(installed === undefined ? {} : { executablePath: installed }),
    args: ['--no-sandbox', ...quiet, ...softwareDrawing],
  });
}
