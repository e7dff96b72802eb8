import { readFile } from 'node:fs/promises';
import type { TestApp } from '../../support/app/start-app.ts';
import { AuditEvent } from '../../../src/contract/audit/audit.ts';
import { recordAudit } from '../../../src/server/audit/record-audit.ts';
import { expectNoViolations } from '../support/accessibility.ts';
import { expect, openSignedIn, test } from '../support/fixtures.ts';

/** Records in the audit log that an administrator renamed `count` rooms, one per minute, the last one at `at`. */
async function renameRooms(app: TestApp, count: number, at: number, name: string): Promise<void> {
  const actor = { kind: 'user', id: 'berta', name: 'Berta B.', address: '192.0.2.7' } as const;
  const entries = Array.from({ length: count }, (_, index) => ({
    at: at - index * 60_000,
    actor,
    action: 'room.change' as const,
    object: { kind: 'room' as const, id: `room-${index}`, name },
    clientUUID: null,
    before: { displayName: `Parlour ${index}`, alias: null },
    after: { displayName: `Salon ${index}`, alias: null },
  }));
  await recordAudit(app.database.query, ...entries);
}

test('the audit log shows who changed what and the values before; a button loads older events, and the export contains the events of the filter', async ({
  page,
  app,
}) => {
  const name = `<b>${'Å'.repeat(190)}</b>`;
  await renameRooms(app, 60, new Date(2024, 2, 1, 12).getTime(), name);
  await openSignedIn(page, 'admin', '/manage/audit');
  await page.getByLabel('From').fill('2024-03-01');
  await page.getByLabel('Until').fill('2024-03-01');
  const rows = page.getByRole('listitem').filter({ hasText: `Room changed: ${name}` });
  await expect(rows).toHaveCount(50);
  const row = rows.filter({ hasText: 'Name Parlour 30 → Salon 30' });
  for (const text of ['Berta B.', '192.0.2.7']) await expect(row).toContainText(text);
  const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(width, 'the page is not wider than the screen').toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Show older' }).press('Enter');
  await expect(rows).toHaveCount(60);
  await expect(page.locator(':focus'), 'the focus is not lost').toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Show older' })).toHaveCount(0);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as JSON lines' }).click();
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\n');
  const names = lines.map((line) => AuditEvent.parse(JSON.parse(line)).object?.name);
  expect(names).toHaveLength(60);
  expect(new Set(names)).toEqual(new Set([name]));
  await page.getByLabel('From').fill('2024-03-02');
  await expect(page.getByRole('status').filter({ hasText: 'Nothing found.' })).toBeVisible();
});

/** Records in the audit log an import of `count` rooms, and the resolution of an alert with a note. */
async function importRooms(app: TestApp, count: number): Promise<void> {
  const [at, clientUUID, id] = [Date.now(), null, '0197a000-0000-4000-8000-000000000001'];
  const actor = { kind: 'user', id: 'berta', name: 'Berta B.', address: '192.0.2.7' } as const;
  const place = 'Big Group > House 1 > Ward 1';
  const names = Array.from({ length: count }, (_, index) => `Salon ${index}`);
  const rooms = names.map((name) => ({
    at,
    actor,
    action: 'room.add' as const,
    clientUUID,
    partOf: id,
    searched: [place],
    object: { kind: 'room' as const, id: name, name },
    after: { place, type: 'camera' },
  }));
  const whole = { at, actor, clientUUID, searched: [place, ...names], after: { added: { room: count } } };
  const answer = {
    at,
    actor,
    action: 'alert.resolve' as const,
    clientUUID,
    object: { kind: 'room' as const, id: 'r', name: 'Room 4' },
    after: { status: ['man_down'], resolution: 'false-alarm', attended: true, note: 'Sat on the carpet', place },
  };
  const object = { kind: 'change', id, name: 'Big Group' } as const;
  await recordAudit(app.database.query, { ...whole, action: 'home.import', object }, ...rooms, answer);
}

test('the audit log shows an import as one row that opens its changes, shows an answer to an alert with its note, and filters by kind, without a finding of axe', async ({
  page,
  app,
}) => {
  await importRooms(app, 60);
  await openSignedIn(page, 'admin', '/manage/audit');
  await page.getByLabel('Kind').selectOption('Rooms and wards');
  await page.getByLabel('Search').fill('big group > house 1');
  const row = page.getByRole('listitem').filter({ hasText: 'Rooms imported from a file: Big Group' });
  await expect(row).toContainText('Room added 60');
  const parts = row.getByRole('listitem').filter({ hasText: 'Room added: ' });
  await expect(parts).toHaveCount(0);
  await row.getByRole('button', { name: 'Show the 60 changes' }).press('Enter');
  await expect(parts).toHaveCount(50);
  await expect(parts.first()).toContainText('Salon 0 Big Group > House 1 > Ward 1');
  await row.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect(parts).toHaveCount(60);
  await expectNoViolations(page);
  await page.getByLabel('Search').fill('salon 42');
  await expect(parts, 'the search finds the room in the import').toHaveCount(1);
  await page.getByLabel('Search').fill('');
  await page.getByLabel('Kind').selectOption('Alerts and answers');
  const answer = page.getByRole('listitem').filter({ hasText: 'Alert ended: Room 4' });
  await expect(answer).toContainText('Fall detected');
  for (const text of ['False alarm', 'Somebody was in the room', 'Sat on the carpet', 'House 1 > Ward 1']) {
    await expect(answer).toContainText(text);
  }
  await expect(row).toHaveCount(0);
});
