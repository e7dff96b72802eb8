/** Starts a server with a large ward, and a real Chromium whose user is signed in, for the measurements of the page. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { createAppProcess } from '../../../scripts/cluster/app-process.ts';
import { freePort } from '../../../scripts/services/ports.ts';
import { chromiumOptions } from '../../../scripts/setup/chromium.mjs';
import { openSqliteDatabase } from '../../../src/server/database/sqlite/database-sqlite.ts';
import { locationAddress } from '../../../src/web/hierarchy/addresses.ts';
import { type LabHome, type LabWard, nurse, seedHome } from '../../shared/home.ts';
import { installProbe } from './page-probe.ts';
import { type SlowNetwork, startSlowNetwork } from './slow-network.ts';

/** The sizes of the wards: a large one, one of a common size, and those that only produce load. */
const wardSizes = [1_000, 35, 35, 35, 35] as const;

export interface PageLab {
  readonly browser: Browser;
  readonly home: LabHome;
  readonly largeWard: LabWard;
  readonly smallWard: LabWard;
  /** Origin of the server, for senders of reports. */
  readonly url: string;
  /** The network between browser and server. */
  readonly network: SlowNetwork;
  /** Opens the board of a ward in a new browser profile, as a signed-in nurse. */
  openBoard(ward: LabWard, options?: BoardOptions): Promise<Board>;
  close(): Promise<void>;
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

export async function startPageLab(): Promise<PageLab> {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-page-'));
  const database = await openSqliteDatabase({ file: join(folder, 'room-status.sqlite') });
  await database.migrate();
  const home = await seedHome(database, wardSizes);
  const client = await database.query.selectFrom('client').select('uuid').executeTakeFirstOrThrow();
  await database.close();
  const port = await freePort();
  const network = await startSlowNetwork(port);
  const url = `http://localhost:${network.port}`;
  const app = createAppProcess({
    name: 'server',
    port,
    logFile: join(folder, 'server.log'),
    args: ['--no-demo'],
    settings: { DATA_DIR: folder, LOG_LEVEL: 'error', ROOM_STATUS_URL: url },
  });
  try {
    await app.start();
  } catch (error) {
    await network.close();
    throw error;
  }
  const browser = await chromium.launch(chromiumOptions);
  const [largeWard, smallWard] = home.wards;
  if (largeWard === undefined || smallWard === undefined) throw new Error('the home has no wards');
  const addressOf = ({ uuid }: LabWard) => `${locationAddress(client.uuid, home.location)}/ward/${uuid}`;
  return {
    browser,
    home,
    largeWard,
    smallWard,
    url: `http://127.0.0.1:${port}`,
    network,
    openBoard: (ward, options) => openBoard(browser, url + addressOf(ward), options),
    close: async () => {
      await browser.close();
      await app.stop();
      await network.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
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
