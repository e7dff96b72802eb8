import { languages } from '../../../src/domain/language.ts';
import { catalogues } from '../../support/catalogues.ts';
import { chooseLanguage } from '../support/language-menu.ts';
import { textProblems } from '../support/layout/text-problems.ts';
import { bodyOf, expect, openBoard, test } from '../support/test-ward.ts';

const warning = /^The clock of this device is wrong/;
const hourMs = 3_600_000;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 5_000).toISOString();

for (const [name, wrongByMs] of [
  ['ahead', hourMs],
  ['behind', -hourMs],
] as const) {
  test(`[WARD-3] a board on a device whose clock is an hour ${name} shows correct ages of notifications and a warning`, async ({
    page,
    createWard,
  }) => {
    const ward = await createWard(['Room 1', 'Room 2']);
    await ward.report('Room 1', 'out_of_bed', { at: minutesAgo(7) });
    await page.clock.install({ time: Date.now() + wrongByMs });
    await openBoard(page, ward);
    await ward.report('Room 2', 'man_down');
    await expect(bodyOf(page, 'Room 2')).toContainText('Fall detected');
    await expect(bodyOf(page, 'Room 1').getByText('7 min ago')).toBeVisible();
    await expect(bodyOf(page, 'Room 2').getByText('now')).toBeVisible();
    await expect(page.getByText(warning)).toBeVisible();
  });
}

test('[WARD-3] a device clock that is wrong by less than a minute causes no warning', async ({ page, createWard }) => {
  const ward = await createWard(['Room 1']);
  await ward.report('Room 1', 'out_of_bed', { at: minutesAgo(7) });
  await page.clock.install({ time: Date.now() - 30_000 });
  await openBoard(page, ward);
  await expect(bodyOf(page, 'Room 1').getByText('7 min ago')).toBeVisible();
  await expect(page.getByText(warning)).toHaveCount(0);
});

test(
  '[LANG-1] the warning about a wrong clock fits a phone in all languages',
  { tag: '@narrow' },
  async ({ page, createWard }) => {
    const ward = await createWard(['Room 1']);
    await page.clock.install({ time: Date.now() + hourMs });
    await openBoard(page, ward);
    for (const { code, name } of languages) {
      await chooseLanguage(page, name);
      await expect(page.getByText(catalogues[code].clock.wrong)).toBeVisible();
      expect(await textProblems(page), name).toEqual([]);
    }
  },
);
