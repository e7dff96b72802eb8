/** `npm run screens`: takes screenshots of the running product into docs/screens. Its README.md lists them. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { chromium, type Locator, type Page } from '@playwright/test';
import { readDemoHome } from '../../src/server/demo/demo-home.ts';
import { startDemo } from '../../src/server/demo/run-demo.ts';
import { createNightCounter } from '../../src/server/history/nights/night-counter.ts';
import { startTestApp } from '../../tests/support/app/start-app.ts';
import { chromiumOptions } from '../setup/chromium.mjs';

const folder = resolve(import.meta.dirname, '../../docs/screens');
const widths = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };

/** A television and a tablet. */
const wallScreens = { wide: { width: 1920, height: 1080 }, narrow: { width: 800, height: 1280 } };
const newBoard = {
  may_answer: 0,
  token_hash: null,
  seen_at: null,
  test_tone_at: null,
  sound_checked_at: null,
  is_sound_heard: null,
};

const { nurseLocation, showcaseWard, rooms } = readDemoHome();
const shownRoom = rooms.find(({ displayName }) => displayName.startsWith('Room 3 '));
const location = `/client/${nurseLocation.clientUUID}/location/${nurseLocation.uuid}`;
const ward = `${location}/ward/${showcaseWard.uuid}`;

interface Screen {
  /** The name of the picture file. */
  readonly name: string;
  readonly address: string;
  /** Returns what is visible when the screen is complete. */
  readonly shown: (page: Page) => Locator;
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true });
const room = (page: Page) => page.getByRole('article').first();

/** The screens of the administrator of the demo home. */
const screens: readonly Screen[] = [
  { name: 'wards', address: location, shown: (page) => page.getByRole('link', { name: 'All wards' }) },
  { name: 'all-wards', address: `${location}/all`, shown: room },
  { name: 'ward', address: ward, shown: room },
  { name: 'history', address: `${ward}/room/${shownRoom?.uuid}/history`, shown: (page) => page.getByRole('table') },
  { name: 'room-nights', address: `${ward}/room/${shownRoom?.uuid}/nights`, shown: (page) => page.getByRole('table') },
  { name: 'ward-history', address: `${ward}/history`, shown: (page) => page.getByRole('table') },
  { name: 'handover', address: `${ward}/handover`, shown: (page) => page.getByRole('table') },
  { name: 'walk-test', address: `${ward}/walk-test`, shown: (page) => page.getByRole('button', { name: /^Start$/ }) },
  { name: 'phones', address: '/phones', shown: (page) => page.getByRole('button', { name: 'Turn on alerts' }) },
  { name: 'manage-rooms', address: '/manage/rooms', shown: heading('Rooms and wards') },
  { name: 'manage-wall-boards', address: '/manage/wall-boards', shown: (page) => page.getByText('Shown now') },
  { name: 'manage-rules', address: '/manage/rules', shown: heading('What raises an alert') },
  { name: 'manage-equipment', address: '/manage/equipment', shown: heading('Connections') },
  { name: 'manage-contacts', address: '/manage/contacts', shown: heading('Contacts') },
  { name: 'manage-figures', address: '/manage/figures', shown: heading('Figures') },
  { name: 'manage-people', address: '/manage/people', shown: (page) => page.getByText('Nora Lind').first() },
  { name: 'manage-status', address: '/manage/status', shown: (page) => page.getByText('The database answers') },
];

const app = await startTestApp();
await app.database.query.insertInto('contact').values(demoContacts()).execute();
const { database, bus, metrics, receiver, fastify } = app.server;
const { query } = database;
const demo = startDemo({ database, bus, metrics, receiver, now: Date.now, log: fastify.log });
await demo.complete;
await createNightCounter({ database, now: Date.now, pauseMs: 0 }).count();
const browser = await chromium.launch(chromiumOptions);
const screen = await pairWallBoard();
for (const width of ['wide', 'narrow'] as const) {
  for (const theme of ['light', 'dark'] as const) await takeScreens(width, theme);
}
await takeWallBoards();
await browser.close();
await demo.stop();
await app.close();

/** Makes a screen a wall board of the ward. Returns its page. */
async function pairWallBoard(): Promise<Page> {
  const context = await browser.newContext({ baseURL: app.url, viewport: wallScreens.wide, locale: 'en-GB' });
  const wall = await context.newPage();
  await wall.goto('/wall-board');
  const code = (await wall.locator('[data-user-code]').textContent()) ?? '';
  await query
    .insertInto('wall_board')
    .values({ ...newBoard, id: randomUUID(), name: 'Corridor', ward_uuid: showcaseWard.uuid, created_at: Date.now() })
    .execute();
  await query
    .updateTable('wall_board_pairing')
    .set(({ selectFrom }) => ({ wall_board_id: selectFrom('wall_board').select('id') }))
    .where('user_code', '=', code.replace('-', ''))
    .execute();
  await room(wall).waitFor();
  await wall.getByRole('banner').click();
  return wall;
}

/** Takes the wall board on a television and on a tablet, and the code of a screen that is no wall board yet. */
async function takeWallBoards(): Promise<void> {
  const context = await browser.newContext({ baseURL: app.url, locale: 'en-GB' });
  const unpaired = await context.newPage();
  await unpaired.goto('/wall-board');
  await unpaired.locator('[data-user-code]').waitFor();
  for (const [width, size] of Object.entries(wallScreens)) {
    for (const theme of ['light', 'dark'] as const) {
      for (const [name, page] of [
        ['wall-board', screen],
        ['wall-board-code', unpaired],
      ] as const) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme: theme });
        await page.evaluate(async () => document.fonts.ready);
        await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png`, animations: 'disabled' });
      }
    }
  }
}

/** Logs in and opens the screens one after the other in a new browser profile. */
async function takeScreens(width: keyof typeof widths, theme: 'light' | 'dark'): Promise<void> {
  const look = { baseURL: app.url, viewport: widths[width], colorScheme: theme, locale: 'en-GB' };
  const context = await browser.newContext(look);
  // The sound check of the shift counts as done, so that its question covers no screen.
  await context.addInitScript(() => localStorage.setItem('room-status:sound-check', `${Date.now()} heard`));
  const page = await context.newPage();
  const take = async (name: string) => {
    await page.evaluate(async () => document.fonts.ready);
    await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png`, animations: 'disabled' });
  };
  await page.goto('/login');
  const logIn = page.getByRole('button', { name: 'log in with' });
  await logIn.waitFor();
  await take('login');
  await logIn.click();
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').fill('room-status');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Client' }).first().waitFor();
  for (const { name, address, shown } of screens) {
    await page.goto(address);
    await shown(page).waitFor();
    await take(name);
  }
  await context.close();
}

/** Contacts of each channel, one of which was not reached. */
function demoContacts() {
  const contacts = [
    ['Corridor light, Ward 2', 'webhook', 'https://lights.example.org/hooks/ward-2', null],
    ['Front desk', 'email', 'front.desk@example.org', null],
    ['On-call service', 'webhook', 'https://calls.example.org/v1/alerts', 'http-503'],
  ] as const;
  return contacts.map(([name, channel, address, last_reason]) => ({
    uuid: crypto.randomUUID(),
    location_uuid: nurseLocation.uuid,
    name,
    channel,
    address,
    language: 'en' as const,
    secret: null,
    last_at: Date.now() - 180_000,
    last_reason,
  }));
}
