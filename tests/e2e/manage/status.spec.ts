/** The system status says what is broken: the broker, a device, the database, the network, the server itself. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { freePort } from '../../../scripts/services/ports.ts';
import { unreachableStatus } from '../../../src/domain/ingest/online.ts';
import { verifyBackup } from '../../../src/server/database/maintenance/verify-backup.ts';
import { startOwnMosquitto } from '../../support/mqtt/own-mosquitto.ts';
import { startServerProcess } from '../../support/app/server-process.ts';
import { expectNoViolations } from '../support/accessibility.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { openSignedIn } from '../support/open-signed-in.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const finding = (page: Page, sentence: string | RegExp) => page.getByRole('heading', { name: sentence });

test('the status names a silent room, and says when the page has no answer, without a finding of axe', async ({
  page,
  app,
  network,
}) => {
  const room = app.home.rooms[0];
  const ofRoom = app.database.query.updateTable('stream').where('uuid', '=', room?.uuid ?? '');
  await openSignedIn(page, 'admin', '/manage/status');
  await expect(finding(page, 'System status')).toBeVisible();
  await expect(page.getByText('The database answers and stores reports')).toBeVisible();
  await ofRoom.set({ room_status: unreachableStatus, seen_at: Date.now() - 3_600_000 }).execute();
  // Other tests may have reported for rooms of this home some time ago.
  await expect(finding(page, /^Rooms that send nothing: \d+ of/)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: room?.displayName ?? '' })).toBeVisible();
  await expectNoViolations(page);

  network.cut();
  await expect(page.getByRole('status').filter({ hasText: 'This page cannot reach the server' })).toBeVisible();
  await expect(page.getByText(/^The newest answer is from \d\d:\d\d:\d\d\.$/)).toBeVisible();
  await expect(page.getByText('The database answers and stores reports')).toBeHidden();
  await expectNoViolations(page);
  network.mend();
  await expect(page.getByText('The database answers and stores reports')).toBeVisible();
  await expect(page.getByText('This page cannot reach the server')).toBeHidden();
  await ofRoom.set({ room_status: 0 }).execute();
});

test('a backup is downloaded, is complete, and becomes the last one', async ({ page, app }) => {
  await openSignedIn(page, 'admin', '/manage/status');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Make and download a backup' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^room-status-\d{4}-\d\d-\d\d\.sqlite$/);
  const file = join(app.dataFolder, 'downloaded.sqlite');
  await download.saveAs(file);
  // Other tests add rooms to this home.
  const rooms = await app.database.query.selectFrom('stream').select('uuid').execute();
  expect(verifyBackup(file).rowCounts['stream']).toBe(rooms.length);
  await expect(page.getByText('The backup is verified and downloaded.')).toBeVisible();
  await expect(page.getByText(/^Last verified backup: \d\d:\d\d:\d\d$/)).toBeVisible();
});

test('while the server cannot read its data, the page says what its health check tells', async ({
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
  // The browser reports each answer with an error status.
  console.length = 0;
});

test('a nurse does not see the system status', async ({ page }) => {
  await openSignedIn(page, 'nurse', '/manage/status');
  await expect(finding(page, 'This page is for managers and administrators.')).toBeVisible();
});

test('the status of a running program names a broker that was stopped, and that the program was killed', async ({
  page,
  console,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-status-'));
  const broker = await startOwnMosquitto();
  const port = await freePort();
  const server = startServerProcess({ DATA_DIR: folder, PORT: String(port), MQTT_URL: broker.url }, ['--demo']);
  try {
    await server.untilOutput('Ctrl-C stops it');
    await signIn(page, 'admin', `http://localhost:${port}/manage/status`);
    await expect(page.getByText('The MQTT broker is connected')).toBeVisible();
    await broker.stop();
    await expect(finding(page, 'The MQTT broker cannot be reached')).toBeVisible();
    const event = page.getByRole('listitem').filter({ hasText: 'The MQTT broker closed the connection' });
    await expect(event).toContainText(broker.url);
    server.signal('SIGKILL');
    await expect(page.getByRole('status').filter({ hasText: 'This page cannot reach the server' })).toBeVisible();
  } finally {
    server.signal('SIGKILL');
    await server.ended;
    await broker.close();
    await rm(folder, { recursive: true, force: true });
  }
  // The browser reports each request that gets no answer.
  console.length = 0;
});
