import { findChromium, findTestBrowser } from '../services/find-programs.mjs';

/** Options of Playwright that start the machine's Chromium. */
export const chromiumOptions = { executablePath: findChromium() ?? 'chromium', args: ['--disable-gpu'] };

/** Options of Playwright that start the browser of the tests. */
export const testBrowserOptions = {
  executablePath: findTestBrowser() ?? 'chromium',
  // Without the last argument, texts in the headless shell have other widths than in Chromium.
  args: [...chromiumOptions.args, '--font-render-hinting=none'],
};
