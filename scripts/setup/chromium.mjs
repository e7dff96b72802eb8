import { findChromium } from '../services/find-programs.mjs';

/** Options of Playwright that start the machine's Chromium. */
export const chromiumOptions = { executablePath: findChromium() ?? 'chromium', args: ['--disable-gpu'] };
