import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { Handover } from '../../../src/contract/handover/handover.ts';
import { expectFitsSmallScreens, expectNoViolations } from '../support/accessibility.ts';
import { entryOf, nurseName } from '../support/alert-rail.ts';
import { expectConsoleErrors, failedCalls } from '../support/connection-loss.ts';
import { expect, test } from '../support/test-ward.ts';

/** Opens the handover from the board, and the form of a note. */
async function beginNote(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Handover', exact: true }).click();
  await page.getByRole('button', { name: 'Add a note' }).first().click();
}

const minutesAgo = (minutes: number) => ({ at: new Date(Date.now() - minutes * 60_000).toISOString() });

test(
  'the handover opens from the board, has alerts and notes, is marked as read, and prints on one page',
  { tag: '@narrow' },
  async ({ page, openWard }) => {
    const ward = await openWard(['Room 1', 'Room 2', 'Room 3']);
    await ward.report('Room 1', 'in_bed', minutesAgo(2));
    await ward.report('Room 1', 'man_down');
    await entryOf(page, 'Room 1').getByRole('button', { name: 'I’m on my way' }).click();
    await expect(entryOf(page, 'Room 1')).toContainText(nurseName);
    await page.getByRole('link', { name: 'Handover', exact: true }).click();
    await expect(page.getByRole('heading', { name: /Handover$/ })).toBeVisible();

    const { pathname } = new URL(page.url());
    await page.goto(`${pathname}?${new URLSearchParams({ at: new Date().toISOString() }).toString()}`);
    const room = page.getByRole('row').filter({ hasText: 'Room 1' });
    await expect(room).toContainText(/Fall detected.*on the way after \d+s · still open/);
    await expect(page.getByText('Nothing to report:').locator('..')).toContainText('Room 2, Room 3');

    await room.getByRole('button', { name: 'Add a note' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Slept badly');
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Save note' }).dblclick();
    await expect(room.getByText('Slept badly')).toHaveCount(1);
    await room.getByRole('button', { name: 'Correct' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Slept well');
    await page.getByRole('button', { name: 'Save note' }).click();
    await expect(room.getByRole('deletion').or(room.locator('s'))).toHaveText('Slept badly');
    await expect(room).toContainText(`Slept well ${nurseName}`);

    await page.getByRole('button', { name: 'I have read this' }).click();
    await expect(page.getByText('Read by:').locator('..')).toContainText(nurseName);
    await expectNoViolations(page);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
    await expectFitsSmallScreens(page);
  },
);

test('a note stays in its form while the server cannot be reached, and is saved once', async ({
  page,
  openWard,
  console,
}) => {
  await openWard(['Room 1']);
  await beginNote(page);
  await page.getByRole('textbox', { name: 'Note' }).fill('Wants tea at six');
  // The note is stored, and the response is lost.
  let lostCount = 0;
  await page.route('**/notes', async (route) => {
    lostCount += 1;
    if (lostCount > 3) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('alert')).toHaveText('Not saved. Try again.');
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Wants tea at six');
  expectConsoleErrors(console, failedCalls);
  await page.unroute('**/notes');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByText('Wants tea at six')).toHaveCount(1);
});

test('a note with a changed text is not closed by Escape, and its changes after a lost response are saved too', async ({
  page,
  openWard,
  console,
}) => {
  await openWard(['Room 1']);
  await beginNote(page);
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.fill('Slept badly.');
  for (let press = 1; press <= 2; press += 1) await page.keyboard.press('Escape');
  await expect(note).toHaveValue('Slept badly.');

  await page.route('**/notes', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('alert')).toHaveText('Not saved. Try again.');
  expectConsoleErrors(console, failedCalls);
  await page.unroute('**/notes');
  await note.fill('Slept badly. Pain in the hip.');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(note).toHaveCount(0);
  await expect(page.getByText('Slept badly. Pain in the hip.')).toBeVisible();
});

test('an open handover keeps its shift when the next one begins, and a note goes into the shift that was read', async ({
  page,
  app,
  openWard,
}) => {
  await page.clock.install();
  const ward = await openWard(['Room 1']);
  const newest = new RegExp(`/api/wards/${ward.uuid}/handover$`);
  const opened = page.waitForResponse(newest);
  await page.getByRole('link', { name: 'Handover', exact: true }).click();
  const { shift, previousFrom } = z.parse(Handover, await (await opened).json());
  const span = page.locator('[data-handover]');
  const shown = await span.textContent();
  await page.getByRole('button', { name: 'Add a note' }).first().click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Slept badly');

  // From now on the server answers with another shift if no shift is named.
  await page.route(newest, (route) => {
    const named = new URLSearchParams({ at: previousFrom }).toString();
    return route.continue({ url: `${route.request().url()}?${named}` });
  });
  const refreshed = page.waitForResponse(/\/handover(\?|$)/);
  await page.clock.runFor(30_000);
  await refreshed;
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveCount(0);
  await expect(page.getByText('Slept badly')).toBeVisible();
  expect(await span.textContent()).toBe(shown);
  const notes = await app.database.query
    .selectFrom('room_note')
    .select('shift_from_at')
    .where('stream_uuid', '=', ward.uuidOf('Room 1'))
    .execute();
  expect(notes).toEqual([{ shift_from_at: Date.parse(shift.from) }]);
});
