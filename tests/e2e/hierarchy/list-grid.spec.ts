import type { Page } from '@playwright/test';
import { expect, signIn } from '../support/fixtures.ts';
import { test } from '../support/test-clients.ts';

const list = (page: Page) => page.getByRole('main').getByRole('list', { name: /^Choose/ });

test(
  '[LIST-10] cards fill 12, 6, 4 or 3 of the 12 columns, by the width of the screen',
  { tag: '@wide' },
  async ({ page, createClients }) => {
    const addressOf = await createClients({ Aster: { 'Aster House': ['Aster 1'] } });
    await signIn(page, 'admin');
    for (const address of ['/', addressOf('Aster'), addressOf('Aster House')]) {
      await page.goto(address);
      for (const [width, columns] of [
        [390, 1],
        [599, 1],
        [600, 2],
        [899, 2],
        [900, 3],
        [1199, 3],
        [1200, 4],
        [1920, 4],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        expect(await columnsOf(page), `${width} px`).toBe(columns);
      }
    }
  },
);

test(
  '[LIST-12] all three lists stand in the order of the chosen language, numbers by their value',
  { tag: '@wide' },
  async ({ page, createClients }) => {
    const names = ['Ärla', 'Zander', 'Hof 10', 'arktis', 'Hof 2', 'Ålund'];
    const wards = names.map((name) => `${name} ward`);
    const locations = Object.fromEntries(names.map((name): [string, string[]] => [`${name} house`, wards]));
    const addressOf = await createClients({
      ...Object.fromEntries(names.map((name): [string, typeof locations] => [`${name} client`, {}])),
      'Own client': locations,
    });
    await signIn(page, 'admin');
    const orders = [
      ['Deutsch', ['Ålund', 'arktis', 'Ärla', 'Hof 2', 'Hof 10', 'Zander']],
      ['Svenska', ['arktis', 'Hof 2', 'Hof 10', 'Zander', 'Ålund', 'Ärla']],
    ] as const;
    for (const [address, kind] of [
      ['/', 'client'],
      [addressOf('Own client'), 'house'],
      [addressOf('Hof 10 house'), 'ward'],
    ] as const) {
      await page.goto(address);
      for (const [language, order] of orders) {
        await page
          .getByRole('banner')
          .getByRole('button', { name: /English|Deutsch|Svenska/ })
          .click();
        await page.getByRole('menuitemradio', { name: language }).click();
        const own = page
          .getByRole('main')
          .getByRole('link')
          .getByText(new RegExp(`^(${names.join('|')}) ${kind}$`));
        await expect(own).toHaveText(order.map((name) => `${name} ${kind}`));
      }
    }
  },
);

test('[LIST-12] a list has no pages: all of 120 wards are there', { tag: '@wide' }, async ({ page, createClients }) => {
  const wards = Array.from({ length: 120 }, (_, index) => `Ward ${index + 1}`);
  const addressOf = await createClients({ Large: { 'Large House': wards } });
  await signIn(page, 'admin', addressOf('Large House'));
  await expect(list(page).getByRole('link')).toHaveText(wards.map((name) => `Ward${name}`));
});

/** How many cards would stand side by side, by the width of the first. */
async function columnsOf(page: Page): Promise<number> {
  const [grid, card] = [await list(page).boundingBox(), await list(page).getByRole('link').first().boundingBox()];
  const gap = await list(page).evaluate((element) => parseFloat(getComputedStyle(element).columnGap));
  return Math.round((((grid?.width ?? 0) + gap) / ((card?.width ?? 1) + gap)) * 10) / 10;
}
