import { chromium, type Browser } from '@playwright/test';

const quiet = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** A headless Chromium: the installed one where there is one, else Playwright's own. */
export async function openBrowser(executablePath: string | undefined): Promise<Browser> {
  return await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', ...quiet],
  });
}
