import { catalogues } from '../../support/catalogues.ts';
import { nextNavigation, serviceWorkerReady } from '../support/connection-loss.ts';
import { connection, expect, test } from '../support/test-ward.ts';

test.use({ serviceWorkers: 'allow' });

test(
  '[LIVE-3] the notice of a lost connection stays visible while the board scrolls',
  { tag: '@narrow' },
  async ({ page, network, openWard }) => {
    await openWard(Array.from({ length: 8 }, (_, index) => `Room ${index + 1}`));
    await serviceWorkerReady(page);
    network.cut();
    const notice = page.getByRole('alert');
    await expect(notice).toBeVisible();
    await page.getByRole('article').last().scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
    const indicator = await connection(page).boundingBox();
    expect((await notice.boundingBox())?.y).toBeGreaterThanOrEqual(
      (indicator?.y ?? Infinity) + (indicator?.height ?? 0),
    );
    // A phone in landscape has no space for both the notice and the rooms, so the notice scrolls away.
    await page.setViewportSize({ width: 740, height: 360 });
    await page.getByRole('article').last().scrollIntoViewIfNeeded();
    await expect(notice).not.toBeInViewport();
    await expect(connection(page)).toBeInViewport({ ratio: 1 });
    network.mend();
    await expect(connection(page)).toHaveText('Live');
  },
);

test('[LIVE-3] a connection lost more than 12 hours ago is shown with its date', async ({
  page,
  network,
  openWard,
}) => {
  const ward = await openWard(['Room 1', 'Room 2']);
  await serviceWorkerReady(page);
  const reloaded = nextNavigation(page);
  network.cut();
  await reloaded;
  await expect(page.getByRole('alert')).toContainText(/from \d\d:\d\d:\d\d\./);
  const ageMs = 26 * 3_600_000;
  // Before the page starts, because a running page may store its rooms again at any time.
  await page.addInitScript(
    ([key, age]) => {
      const known = sessionStorage.getItem(key) ?? '';
      sessionStorage.setItem(key, known.replace(/"asOf":\d+/, `"asOf":${Date.now() - age}`));
    },
    [`room-status:ward:${ward.uuid}`, ageMs] as const,
  );
  await page.reload();
  const written = (month: 'long' | 'short') =>
    page.evaluate(
      ([age, form]) => new Date(Date.now() - age).toLocaleDateString('en-GB', { day: 'numeric', month: form }),
      [ageMs, month] as const,
    );
  const [day, shortDay] = [await written('long'), await written('short')];
  const time = '\\d\\d:\\d\\d:\\d\\d';
  await expect(page.getByRole('alert')).toHaveText(
    new RegExp(`^Connection lost\\. What you see is from ${day}, ${time}\\. Go and check the rooms\\.$`),
  );
  await expect(connection(page)).toHaveText(new RegExp(`^Offline since ${shortDay}, ${time}$`));
  // French has the longest text for a lost connection, and 900 px is the narrowest top bar that shows the text.
  await page.setViewportSize({ width: 900, height: 844 });
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('menuitemradio', { name: 'Français' }).click();
  const { connection: words, logout } = catalogues.fr;
  await expect(connection(page)).toContainText(words.lost_since.split('{{')[0] ?? '');
  await expect(page.getByRole('button', { name: logout })).toBeInViewport({ ratio: 1 });
  const [bar, chip] = [await page.getByRole('banner').boundingBox(), await connection(page).boundingBox()];
  expect(chip?.y).toBeGreaterThan(0);
  expect((chip?.y ?? 0) + (chip?.height ?? Infinity)).toBeLessThan(bar?.height ?? 0);
  network.mend();
  await expect(connection(page)).toHaveText(words.live);
});
