import type { Locator, Page } from '@playwright/test';
import { languages } from '../../../src/domain/language.ts';
import { catalogues } from '../../support/catalogues.ts';
import { answerButton, entries, entryOf, rail } from '../support/alert-rail.ts';
import { locationAddress } from '../support/demo-addresses.ts';
import { chooseLanguage } from '../support/language-menu.ts';
import { expect, expectLive, openBoard, openSignedIn, secondsAgo, test } from '../support/test-ward.ts';

test.use({ hasTouch: true });

const rooms = [1, 2, 3, 4, 5, 6].map((number) => `Room ${number}`);

const boxOf = (locator: Locator) => locator.boundingBox();

/**
 * The distances of entries from the top of the first entry. Absolute positions would change when a tap scrolls the
 * page.
 */
async function placesOf(page: Page, names: readonly string[]): Promise<number[]> {
  const tops = await Promise.all(names.map(async (name) => (await boxOf(entryOf(page, name)))?.y ?? 0));
  return tops.map((top) => top - (tops[0] ?? 0));
}

/** Whether an element cuts its text at the end of a line or after its last line. */
const isCut = (locator: Locator) =>
  locator.evaluate((element) => {
    const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight);
    // The letters of a single line can be higher than the line.
    const isLineMissing = element.scrollHeight - element.clientHeight > lineHeight / 2;
    const isBelowEntry =
      (element.closest('li')?.getBoundingClientRect().bottom ?? 0) < element.getBoundingClientRect().bottom;
    return element.scrollWidth > element.clientWidth || isLineMissing || isBelowEntry;
  });

test(
  'four falls on a phone of 360 px are all visible with their rooms and buttons, and the undo button of one fall stays in its place',
  { tag: '@narrow' },
  async ({ page, createWard }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const ward = await createWard([...rooms, 'Room 7']);
    await openBoard(page, ward);
    await ward.report('Room 1', 'man_down', { at: secondsAgo(20) });
    await expect(entryOf(page, 'Room 1')).toBeVisible();
    const alone = await boxOf(answerButton(page, 'Room 1', 'I’m on my way'));
    await ward.report('Room 6', 'soeb');
    const more = rail(page).getByRole('button', { name: /alerts$/ });
    await expect(more).toHaveAccessibleName('+1: 2 alerts');
    await expect(more, 'it has the colour of a medium alert').toHaveCSS('background-color', 'rgb(245, 197, 57)');
    expect(await boxOf(answerButton(page, 'Room 1', 'I’m on my way')), 'nothing shifts').toEqual(alone);

    for (const [index, room] of ['Room 2', 'Room 3', 'Room 4'].entries()) {
      await ward.report(room, 'man_down', { at: secondsAgo(15 - index) });
    }
    await expect(entries(page)).toHaveText([/^Room 1/, /^Room 2/, /^Room 3/, /^Room 4/]);
    const falls = rooms.slice(0, 4);
    for (const room of falls) {
      await expect(entryOf(page, room).getByText(room, { exact: true })).toBeInViewport({ ratio: 1 });
      await expect(entryOf(page, room).getByText('Fall detected')).toBeInViewport({ ratio: 0.9 });
      const button = await boxOf(answerButton(page, room, 'I’m on my way'));
      expect(Math.min(button?.width ?? 0, button?.height ?? 0), 'a finger meets it').toBeGreaterThanOrEqual(44);
    }
    const places = await placesOf(page, falls);
    await answerButton(page, 'Room 2', 'I’m on my way').tap();
    await expect(answerButton(page, 'Room 2', 'Undo')).toBeInViewport({ ratio: 1 });
    expect(await placesOf(page, falls)).toEqual(places);
    await answerButton(page, 'Room 2', 'Undo').tap();
    await expect(answerButton(page, 'Room 2', 'I’m on my way')).toBeVisible();

    await ward.report('Room 5', 'man_down');
    await expect(more).toHaveText('1 fall, +1');
    await expect(more).toHaveCSS('background-color', 'rgb(200, 35, 15)');
    await ward.report('Room 7', 'sitting_on_floor');
    await expect(more).toHaveAccessibleName('2 urgent alerts, +1: 7 alerts');
  },
);

/** Expects that the rail shows the names of these rooms and of their ward in full at this width. */
async function expectWholeNames(page: Page, names: readonly string[], width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  for (const name of names) {
    const room = page.getByText(`${name} · Aile Émeraude`, { exact: true });
    await expect(room).toBeInViewport({ ratio: 1 });
    expect(await isCut(room), `${name} at ${width} px`).toBe(false);
    const ward = page.getByRole('region', { name: 'Aile Émeraude' });
    const card = ward.getByRole('heading', { name, exact: true });
    expect(await isCut(card), `the card of ${name} at ${width} px`).toBe(false);
  }
}

test(
  'the rail and the cards of all wards cut no name of a room or a ward at 320 px and more, also of answered alerts and in languages with long words',
  { tag: '@narrow' },
  async ({ page, app, createWard }) => {
    const names = ['Chambre Églantine', 'Zimmer 104 Günther', 'Room 12 Ingeborg'];
    const [first = ''] = names;
    const ward = await createWard(names);
    const renamed = { display_name: 'Aile Émeraude' };
    await app.database.query.updateTable('ward').set(renamed).where('uuid', '=', ward.uuid).execute();
    await openSignedIn(page, 'nurse', `${locationAddress('Harbour House')}/all`);
    await expectLive(page);
    await ward.report(first, 'man_down', { at: secondsAgo(20) });
    for (const shown of [[first], names]) {
      for (const name of shown.slice(1)) await ward.report(name, 'man_down');
      for (const { name: language } of languages.filter(({ code }) => ['fr', 'hu'].includes(code))) {
        await chooseLanguage(page, language);
        for (const width of [320, 768]) await expectWholeNames(page, shown, width);
      }
    }
    await page.setViewportSize({ width: 320, height: 640 });
    const { acknowledge, undo } = catalogues.hu.alerts;
    await page.getByRole('button', { name: acknowledge, exact: true }).first().tap();
    await expect(page.getByRole('button', { name: undo, exact: true })).toBeVisible();
    await expectWholeNames(page, names, 320);
  },
);
