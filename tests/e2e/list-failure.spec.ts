/** What the lists say of the connection while their server cannot be heard. */
import { locationAddress } from './support/demo-addresses.ts';
import { expect, signIn, test } from './support/fixtures.ts';
import { connection } from './support/own-ward.ts';

test.afterEach(({ path }) => path.mend());

test(
  '[LIST-11] a list that is not answered is delayed after 20 s and lost after 30 s, long before its attempts are given up',
  { tag: '@wide' },
  async ({ page, path }) => {
    await page.clock.install();
    await signIn(page, 'nurse', locationAddress('Harbour House'));
    await expect(connection(page)).toHaveText('Live');
    path.silence();
    await page.clock.fastForward(21_000);
    await expect(connection(page)).toHaveText('Delayed');
    await page.clock.fastForward(10_000);
    await expect(connection(page)).toHaveText(/^Lost since \d\d:\d\d:\d\d$/);
    await expect(page.getByRole('heading', { name: 'Choose a ward' })).toBeVisible();

    path.mend();
    await page.clock.fastForward(15_000);
    await expect(connection(page)).toHaveText('Live', { timeout: 30_000 });
  },
);
