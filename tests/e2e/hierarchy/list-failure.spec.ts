import { locationAddress } from '../support/demo-addresses.ts';
import { serviceWorkerReady } from '../support/connection-loss.ts';
import { expect, openSignedIn, test } from '../support/fixtures.ts';
import { connection } from '../support/test-ward.ts';

test.use({ serviceWorkers: 'allow' });

test('[LIST-11] a list page without a response of the server shows Delayed within 21 s and Offline within 31 s', async ({
  page,
  network,
}) => {
  await page.clock.install();
  await openSignedIn(page, 'nurse', locationAddress('Harbour House'));
  await expect(connection(page)).toHaveText('Live');
  await serviceWorkerReady(page);
  // On a slow machine the list is old by now. Its age is counted from the next answer.
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/wards');
  await page.clock.fastForward(15_000);
  await answer;
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
