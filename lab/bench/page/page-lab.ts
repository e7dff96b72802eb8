/** Starts a server with a large ward, and a real Chromium whose user is signed in, for the measurements of the page. */
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { chromiumOptions } from '../../../scripts/setup/chromium.mjs';
import { locationPathOf } from '../../../src/web/home/lists/addresses.ts';
import { type LabHome, type LabWard, nurse } from '../../shared/home.ts';
import { present } from '../../shared/present.ts';
import { withServer } from '../bench-server.ts';
import { installProbe } from './page-probe.ts';

/** The first ward has the size that is measured, the second a common size; wards 3 to 5 only produce load. */
const wardCount = 5;

export interface PageLab {
  readonly home: LabHome;
  readonly largeWard: LabWard;
  readonly smallWard: LabWard;
  /** The origin of the server, for senders of reports. */
  readonly url: string;
  /** Opens the board of a ward in a new browser profile, as a signed-in nurse. */
  openBoard(ward: LabWard, options?: BoardOptions): Promise<Board>;
}

interface BoardOptions {
  /** True: the page gets its live updates from `probe.receive`, and not from the server. */
  readonly hasOwnUpdates?: boolean;
}

export interface Board {
  readonly page: Page;
  readonly devtools: CDPSession;
  close(): Promise<void>;
}

export function withPageLab<T>(firstWardRooms: number, measure: (lab: PageLab) => Promise<T>): Promise<T> {
  return withServer({ wardCount, firstWardRooms }, async ({ url, home }) => {
    const browser = await chromium.launch(chromiumOptions);
    try {
      const addressOf = ({ uuid }: LabWard) => `${url}${locationPathOf(home.client, home.location)}/ward/${uuid}`;
      return await measure({
        home,
        largeWard: present(home.wards[0]),
        smallWard: present(home.wards[1]),
        url,
        openBoard: (ward, options) => openBoard(browser, addressOf(ward), options),
      });
    } finally {
      await browser.close();
    }
  });
}

async function openBoard(browser: Browser, address: string, options: BoardOptions = {}): Promise<Board> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await context.addInitScript(installProbe, options.hasOwnUpdates ?? false);
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('button', { name: /log in with/ }).click();
  await page.getByLabel('Username').fill(nurse.username);
  await page.getByLabel('Password').fill(nurse.password);
  await page.keyboard.press('Enter');
  await page.locator('[data-stream]').first().waitFor();
  await page.locator('[data-kind="live"]').waitFor();
  const devtools = await context.newCDPSession(page);
  return { page, devtools, close: () => context.close() };
}

/** Makes the processor of the page slower by this factor. */
export async function throttle({ devtools }: Board, rate: number): Promise<void> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
}
