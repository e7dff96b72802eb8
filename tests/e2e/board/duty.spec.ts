import { expectFitsSmallScreens, expectNoViolations } from '../support/accessibility.ts';
import { nurseName } from '../support/alert-rail.ts';
import { expect, openBoard, test } from '../support/test-ward.ts';

test(
  'somebody goes on duty with one tap, another board shows it, and a fall that nobody answers names who was not reached',
  { tag: '@narrow' },
  async ({ page, browser, app, openWard }) => {
    const ward = await openWard(['Room 1']);
    await expect(page.getByText('Nobody is on duty')).toBeVisible();
    const colleague = await browser.newContext({ baseURL: app.url });
    const other = await colleague.newPage();
    await openBoard(other, ward);
    await expect(other.getByText('Nobody is on duty')).toBeVisible();
    // Only the live connection can bring it now, not the next report of the board.
    await other.route('**/api/boards/*', () => undefined);
    await page.getByRole('button', { name: 'I’m on duty' }).click();
    await expect(page.getByText(`On duty: ${nurseName}`)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Alerts on this phone' })).toBeVisible();
    await expectNoViolations(page);
    await expectFitsSmallScreens(page);

    await expect(other.getByText(`On duty: ${nurseName}`)).toBeVisible();
    await colleague.close();

    // The first step of the default chain is 30 s after the alert.
    const own_rules = JSON.stringify({ chain: [{ after: 0, notify: 'ward' }] });
    await app.database.query.updateTable('ward').set({ own_rules }).where('uuid', '=', ward.uuid).execute();
    await ward.report('Room 1', 'man_down');
    const alerts = page.getByRole('region', { name: 'Alerts' });
    await expect(alerts.getByText(`Not reached: ${nurseName}`)).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'I’m off duty' }).click();
    await expect(page.getByText('Nobody is on duty')).toBeVisible();
  },
);
