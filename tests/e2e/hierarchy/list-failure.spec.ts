/** What the lists say of the connection while their server cannot be heard. */
import { locationAddress } from '../support/demo-addresses.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { connection, expectLive } from '../support/test-ward.ts';
import { expectConsoleErrors, failedCalls, listFailed, liveFailed } from '../support/connection-loss.ts';

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
    await expect(connection(page)).toHaveText(/^Offline since \d\d:\d\d:\d\d$/);
    await expect(page.getByRole('heading', { name: 'Choose a ward' })).toBeVisible();

    path.mend();
    await page.clock.fastForward(15_000);
    await expect(connection(page)).toHaveText('Live', { timeout: 30_000 });
  },
);

test(
  '[LIST-11] a list that is kept from before says nothing of a connection that is gone',
  { tag: '@wide' },
  async ({ page, path, console }) => {
    await page.clock.install();
    await signIn(page, 'nurse', locationAddress('Harbour House'));
    await page.getByRole('link', { name: 'Ward 2 Sea View' }).click();
    await expectLive(page);
    path.silence();
    await page.clock.fastForward(16_000);
    await expect(connection(page)).toHaveText('Delayed');
    await page.clock.fastForward(16_000);
    await expect(connection(page)).toHaveText(/^Offline since /);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Choose a ward' })).toBeVisible();
    await expect(connection(page)).toHaveText('Connecting');
    await page.clock.runFor(1_000);
    await expect(connection(page)).toHaveText(/^Offline since /);
    expectConsoleErrors(console, liveFailed, failedCalls, listFailed);
  },
);
