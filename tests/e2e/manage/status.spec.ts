/** Tests of the page "System status", which says whether a device, the database or the network is broken. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { unreachableStatusCode } from '../../../src/domain/ingest/online.ts';
import { verifyBackup } from '../../../src/server/maintenance/verify-backup.ts';
import { expectNoViolations } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { openSignedIn } from '../support/open-signed-in.ts';

const finding = (page: Page, sentence: string | RegExp) => page.getByRole('heading', { name: sentence });

test('the system status names a room that sends nothing, and says when the server stopped responding, without a finding of axe', async ({
  page,
  app,
  network,
}) => {
  const room = app.home.rooms[0];
  const ofRoom = app.database.query.updateTable('stream').where('uuid', '=', room?.uuid ?? '');
  // Marks every room as having reported once, because a room that has never reported is not listed as silent.
  await app.database.query.updateTable('stream').set({ revision: 1 }).where('revision', '=', 0).execute();
  await openSignedIn(page, 'admin', '/manage/status');
  await expect(finding(page, 'System status')).toBeVisible();
  await expect(page.getByText('The database answers and stores reports')).toBeVisible();
  await ofRoom.set({ room_status: unreachableStatusCode, seen_at: Date.now() - 3_600_000 }).execute();
  // The number of silent rooms is unknown, because other tests may have reported for rooms of this home some time ago.
  await expect(finding(page, /^Rooms that send nothing: \d+ of/)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: room?.displayName ?? '' })).toBeVisible();
  await expectNoViolations(page);

  network.cut();
  await expect(page.getByRole('status').filter({ hasText: 'This page cannot reach the server' })).toBeVisible();
  await expect(page.getByText(/^The newest answer is from \d\d:\d\d:\d\d\.$/)).toBeVisible();
  await expect(page.getByText('The database answers and stores reports')).toBeHidden();
  network.mend();
  await expect(page.getByText('The database answers and stores reports')).toBeVisible();
  await expect(page.getByText('This page cannot reach the server')).toBeHidden();
  await ofRoom.set({ room_status: 0 }).execute();
});

test('an administrator downloads a backup after entering the password; it contains all rooms, and the page shows its time as the last backup', async ({
  page,
  app,
  console,
}) => {
  await openSignedIn(page, 'admin', '/manage/status');
  await page.getByRole('button', { name: 'Make and download a backup' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make and download a backup' });
  const make = dialog.getByRole('button', { name: 'Make and download a backup' });
  await dialog.getByLabel('Present password').fill('of somebody else');
  await make.click();
  await expect(dialog.getByText('This is not your present password.')).toBeVisible();
  await dialog.getByLabel('Present password').fill('room-status');
  const downloading = page.waitForEvent('download');
  await make.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^room-status-\d{4}-\d\d-\d\d\.sqlite$/);
  const file = join(app.dataFolder, 'downloaded.sqlite');
  await download.saveAs(file);
  // Counts the rooms in the database, because other tests add rooms to this home.
  const rooms = await app.database.query.selectFrom('stream').select('uuid').execute();
  expect(verifyBackup(file).rowCounts['stream']).toBe(rooms.length);
  await expect(page.getByText('The backup is verified and downloaded.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Last backup: \d\d:\d\d:\d\d$/)).toBeVisible();
  // Removes the console error that the browser writes for the refusal of the wrong password.
  console.length = 0;
});

test('while the server cannot read its data, the system status page shows the result of the health check', async ({
  page,
  app,
  console,
}) => {
  const rename = (from: string, to: string) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`;
  await openSignedIn(page, 'admin', '/manage/status');
  await expect(page.getByText('The database answers and stores reports')).toBeVisible();
  await rename('stream', 'renamed').execute(app.database.query);
  await expect(page.getByRole('status').filter({ hasText: 'it cannot tell its status' })).toBeVisible();
  await expect(finding(page, 'The database does not answer')).toBeVisible();
  await rename('renamed', 'stream').execute(app.database.query);
  await expect(page.getByText('The database answers and stores reports')).toBeVisible();
  // Removes the console errors that the browser writes for responses with an error status.
  console.length = 0;
});
