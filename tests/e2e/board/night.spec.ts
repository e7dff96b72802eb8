import { type Colour, inkOn, nightInk } from '../../../src/domain/colour.ts';
import { statusOfCode } from '../../../src/domain/room-status.ts';
import { meanLuminanceOf } from '../support/mean-luminance.ts';
import { bodyOf, expect, headerOf, openBoard, test } from '../support/test-ward.ts';

const names = [
  'Ada',
  'Åse',
  'Bernard',
  'Chloé',
  'Désirée',
  'Edith',
  'Émile',
  'Gerd',
  'Frida',
  'Gösta',
  'Harriet',
  'Ida',
];
const rooms = names.map((name, index) => `Room ${index + 1} ${name}`);
const lastRoom = 'Room 12 Ida';

const green = '#11874b';
const orange = '#f6912c';

test.use({ colorScheme: 'dark' });

test('[WARD-4] twelve calm rooms have a mean luminance of at most 5% in the dark appearance, as cards, as a table and with blocked sound', async ({
  page,
  createWard,
}) => {
  const ward = await createWard(rooms);
  const wards: [what: string, statuses: readonly string[]][] = [
    ['a night', ['in_bed', 'in_bathroom', 'in_bed', 'staff_entering_room', 'all_clear', 'out_of_room']],
    // The brightest colour.
    ['the brightest', ['person_visible']],
  ];
  for (const [what, statuses] of wards) {
    await Promise.all(rooms.map((room, index) => ward.report(room, statuses[index % statuses.length] ?? 'in_bed')));
    await openBoard(page, ward);
    await expect(headerOf(page, lastRoom)).toHaveText(what === 'a night' ? /Left the room$/ : /Person visible$/);
    const night = await meanLuminanceOf(page);
    expect(night, what).toBeLessThanOrEqual(0.05);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await meanLuminanceOf(page), what).toBeGreaterThan(night * 7);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('button', { name: 'List' }).click();
    await expect(page.getByRole('row')).toHaveCount(13);
    expect(await meanLuminanceOf(page), what).toBeLessThanOrEqual(0.05);
    await page.getByRole('button', { name: 'Cards' }).click();
    // The browser blocks the sound of a page that was loaded without a touch.
    await page.reload();
    await expect(page.getByRole('button', { name: /^Sound is off/ })).toBeVisible();
    await expect(headerOf(page, lastRoom)).toBeVisible();
    expect(await meanLuminanceOf(page), `${what}, with blocked sound`).toBeLessThanOrEqual(0.05);
    await page.goto('about:blank');
  }
});

test('[WARD-4] a room with an open alert keeps its full colour in the dark appearance, and gets its shade once the alert has ended', async ({
  page,
  createWard,
}) => {
  const ward = await createWard(['Room 1', 'Room 2', 'Room 3']);
  for (const room of ['Room 1', 'Room 2', 'Room 3']) await ward.report(room, 'in_bed');
  await openBoard(page, ward);
  const calm = { background: statusOfCode(5).night, ink: nightInk } as const;
  const full = { background: green, ink: inkOn(green) } as const;
  for (const room of ['Room 1', 'Room 2', 'Room 3']) await expectHeader(room, 'In bed', calm);
  await ward.report('Room 1', 'man_down');
  await ward.report('Room 2', 'out_of_bed');
  await expectHeader('Room 2', 'Out of bed', { background: orange, ink: inkOn(orange) });
  for (const room of ['Room 1', 'Room 2']) await ward.report(room, 'in_bed', { notification: false });
  // The alert of the fall stays open. The alert of medium priority ends with its status.
  await expectHeader('Room 2', 'In bed', calm);
  await expectHeader('Room 1', 'In bed', full);
  await expect(bodyOf(page, 'Room 2')).toHaveCSS('color', cssOf(nightInk));
  await page.getByRole('button', { name: 'List' }).click();
  const pillOf = (room: string) => page.getByRole('row', { name: room }).getByText('In bed');
  await expect(pillOf('Room 1')).toHaveCSS('background-color', cssOf(full.background));
  await expect(pillOf('Room 2')).toHaveCSS('background-color', cssOf(calm.background));

  async function expectHeader(room: string, status: string, paint: { background: Colour; ink: Colour }) {
    const header = headerOf(page, room);
    await expect(header).toContainText(status);
    await expect(header).toHaveCSS('background-color', cssOf(paint.background));
    await expect(header).toHaveCSS('color', cssOf(paint.ink));
  }
});

/** A colour as the browser writes it. */
function cssOf(colour: Colour): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return `rgb(${channels.join(', ')})`;
}
