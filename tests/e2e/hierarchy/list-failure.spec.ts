import { locationAddress } from '../support/demo-addresses.ts';
import { serviceWorkerReady } from '../support/connection-loss.ts';
import { expect, test } from '../support/fixtures.ts';
import { openSignedIn } from '../support/open-signed-in.ts';
import { connection, expectLive } from '../support/test-ward.ts';

test.use({ serviceWorkers: 'allow' });

test('[LIST-11] a list page without an answer from the server shows Delayed within 21 s and Offline within 31 s', async ({
  page,
  network,
}) => {
  await page.clock.install();
  await openSignedIn(page, 'nurse', locationAddress('Harbour House'));
  await expect(connection(page)).toHaveText('Live');
  await serviceWorkerReady(page);
  network.silence();
  await page.clock.fastForward(21_000);
  await expect(connection(page)).toHaveText('Delayed');
  await page.clock.fastForward(10_000);
  await expect(connection(page)).toHaveText(/^Offline since \d\d:\d\d:\d\d$/);
  await expect(page.getByRole('heading', { name: 'Choose a ward' })).toBeVisible();

  network.mend();
  await page.clock.fastForward(15_000);
  await expect(connection(page)).toHaveText('Live');
});

test('[LIST-11] a cached list page shows Connecting and then Offline, not Live, while the server is down', async ({
  page,
  network,
}) => {
  await page.clock.install();
  await openSignedIn(page, 'nurse', locationAddress('Harbour House'));
  await page.getByRole('link', { name: 'Ward 2 Sea View' }).click();
  // Until the code of the board is loaded, the list shows that it is live.
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectLive(page);
  await serviceWorkerReady(page);
  network.silence();
  await page.clock.fastForward(16_000);
  await expect(connection(page)).toHaveText('Delayed');
  await page.clock.fastForward(16_000);
  await expect(connection(page)).toHaveText(/^Offline since /);
  // The clock of the page is paused, because the list shows "Connecting" for a second only.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Choose a ward' })).toBeVisible();
  await expect(connection(page)).toHaveText('Connecting');
  await page.clock.runFor(1_000);
  await expect(connection(page)).toHaveText(/^Offline since /);
});
