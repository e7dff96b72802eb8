import { readFile } from 'node:fs/promises';
import type { TestApp } from '../../support/app/start-app.ts';
import { AuditEvent } from '../../../src/contract/manage/audit.ts';
import { recordAudit } from '../../../src/server/audit/record-audit.ts';
import { expectNoViolations } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { openSignedIn } from '../support/open-signed-in.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const longName = `<b>${'Å'.repeat(190)}</b>`;

/** One day of an administrator: a room is renamed at each of the minutes before now. */
async function renameRooms(app: TestApp, count: number, at = Date.now()): Promise<void> {
  const actor = { kind: 'user', id: 'berta', name: 'Berta B.', address: '192.0.2.7' } as const;
  const entries = Array.from({ length: count }, (_, index) => ({
    at: at - index * 60_000,
    actor,
    action: 'room.change' as const,
    object: { kind: 'room' as const, id: `room-${index}`, name: `Salon ${index}` },
    clientUUID: null,
    before: { displayName: `Parlour ${index}`, alias: null },
    after: { displayName: `Salon ${index}`, alias: null },
  }));
  await recordAudit(app.database.query, ...entries);
}

test('the audit log shows who changed what and how it was before, without a finding of axe', async ({ page, app }) => {
  await renameRooms(app, 2);
  await openSignedIn(page, 'admin', '/manage/audit');
  await page.getByLabel('Search').fill('salon 1');
  const row = page.getByRole('listitem').filter({ hasText: 'Room changed: Salon 1' }).first();
  await expect(row).toContainText('Name Parlour 1 → Salon 1');
  await expect(row).toContainText('Berta B.');
  await expect(row).toContainText('192.0.2.7');
  await expect(page.getByText('Salon 0')).toHaveCount(0);
  await expectNoViolations(page);
  await page.getByLabel('Search').fill('no such word');
  await expect(page.getByRole('status').filter({ hasText: 'Nothing found.' })).toBeVisible();
});

test('older events come by a button, also at a second try, and days limit the search', async ({
  page,
  app,
  console: messages,
}) => {
  const day = new Date(2024, 2, 1, 12).getTime();
  await renameRooms(app, 60, day);
  await openSignedIn(page, 'admin', '/manage/audit');
  await page.getByLabel('From').fill('2024-03-01');
  await page.getByLabel('Until').fill('2024-03-01');
  const rows = page.getByRole('listitem').filter({ hasText: 'Room changed' });
  await expect(rows).toHaveCount(50);
  const older = /[?&]before=/;
  await page.route(older, (route) => route.fulfill({ status: 400, json: {} }));
  await page.getByRole('button', { name: 'Show older' }).press('Enter');
  await expect(page.getByText('The page could not be loaded.')).toBeVisible();
  await expect(page.locator(':focus'), 'the focus is not lost').toHaveCount(1);
  await expect(rows).toHaveCount(50);
  await expect.poll(() => messages.splice(0)).toEqual([expect.stringContaining('400')]);
  await page.unroute(older);
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(rows).toHaveCount(60);
  await expect(page.locator(':focus'), 'nor with the last page').toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Show older' })).toHaveCount(0);
  await page.getByLabel('From').fill('2024-03-02');
  await expect(page.getByRole('status').filter({ hasText: 'Nothing found.' })).toBeVisible();
});

test('the export has what the search finds, and a name of 200 characters with HTML is shown as text', async ({
  page,
  app,
}) => {
  await recordAudit(app.database.query, {
    at: Date.now(),
    actor: { kind: 'operator', id: 'root', name: 'root', address: null },
    action: 'ward.remove',
    object: { kind: 'ward', id: 'w', name: longName },
    clientUUID: null,
  });
  await openSignedIn(page, 'admin', '/manage/audit');
  await page.getByLabel('Search').fill('ward.remove');
  const row = page.getByRole('listitem').filter({ hasText: `Ward deleted: ${longName}` });
  await expect(row).toContainText('root, on the command line');
  const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(width, 'the page is not wider than the screen').toBeLessThanOrEqual(0);
  const downloading = page.waitForEvent('download');
  const exporting = page.getByRole('button', { name: 'Export as JSON lines' });
  await exporting.press('Enter');
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\n');
  await expect(exporting, 'the focus is not lost').toBeFocused();
  expect(lines.map((line) => AuditEvent.parse(JSON.parse(line)).object?.name)).toEqual([longName]);
});
