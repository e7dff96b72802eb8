import { locationAddress } from '../support/demo-addresses.ts';
import { serviceWorkerReady } from '../support/connection-loss.ts';
import { connection, expect, openSignedIn, test } from '../support/test-ward.ts';

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

for (const { name, pathOf, refreshMs } of [
  { name: 'nights of a room', pathOf: (room: string) => `/room/${room}/nights`, refreshMs: 60_000 },
  { name: 'handover', pathOf: () => '/handover', refreshMs: 30_000 },
]) {
  test(`the page of the ${name} is Live until its next answer, and Offline when that is 15 s late`, async ({
    page,
    network,
    createWard,
  }) => {
    const ward = await createWard(['Room 1']);
    await page.clock.install();
    await openSignedIn(page, 'nurse', ward.address + pathOf(ward.uuidOf('Room 1')));
    await expect(connection(page)).toHaveText('Live');
    await serviceWorkerReady(page);
    const answer = page.waitForResponse((response) => /\/(nights|handover)$/.test(new URL(response.url()).pathname));
    await page.clock.fastForward(refreshMs);
    await answer;
    network.silence();
    await page.clock.fastForward(refreshMs - 2_000);
    // The indicator shows the new age with the next second.
    await page.clock.runFor(1_000);
    await expect(connection(page)).toHaveText('Live', { timeout: 1_000 });
    await page.clock.fastForward(7_000);
    await expect(connection(page)).toHaveText('Delayed');
    await page.clock.fastForward(10_000);
    await expect(connection(page)).toHaveText(/^Offline since \d\d:\d\d:\d\d$/);
  });
}
