import { expect, signIn } from '../support/fixtures.ts';
import { chooseLanguage } from '../support/language-menu.ts';
import { test } from '../support/test-clients.ts';

test('[LIST-12] all three lists are sorted in the order of the chosen language, with numbers by their value', async ({
  page,
  createClients,
}) => {
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
      await chooseLanguage(page, language);
      const own = page
        .getByRole('main')
        .getByRole('link')
        .getByText(new RegExp(`^(${names.join('|')}) ${kind}$`));
      await expect(own).toHaveText(order.map((name) => `${name} ${kind}`));
    }
  }
});
