import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/services/ports.ts';
import { openSqliteDatabase } from '../../../src/server/database/sqlite/database-sqlite.ts';
import { startServerProcess } from '../../support/app/server-process.ts';
import { seedSmallHome, small } from '../../support/homes/small-home.ts';
import { collectFailureTimes, serviceWorkerReady } from '../support/connection-loss.ts';
import { expect, expectLive, openSignedIn, test } from '../support/test-ward.ts';

test.use({ serviceWorkers: 'allow' });

const password = 'correct horse battery';
const wardAddress = `/client/${small.clientA}/location/${small.locationA1}/ward/${small.wardA1x}`;

test('[LIVE-3] a board sounds within seconds of the first connection that a killed server refuses, and is silent during an update of the server', async ({
  page,
  sounds,
  console,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-killed-'));
  const port = await freePort();
  const database = await openSqliteDatabase({ file: join(folder, 'room-status.sqlite') });
  await database.migrate();
  await seedSmallHome(database);
  await database.close();
  const start = async () => {
    const settings = { PORT: `${port}`, DATA_DIR: folder, ROOM_STATUS_ADMIN_PASSWORD: password };
    const started = startServerProcess(settings, ['--no-demo']);
    await started.untilOutput('Ctrl-C stops it');
    return started;
  };
  let server = await start();
  try {
    const failures = collectFailureTimes(page);
    await openSignedIn(page, 'admin', `http://localhost:${port}${wardAddress}`, password);
    await expectLive(page);
    await serviceWorkerReady(page);

    server.signal('SIGKILL');
    await server.ended;
    await expect.poll(sounds.alarms).toEqual(['technical']);
    // The first failure is the break of the connection, the second failure is the refusal of the next connection.
    const soundedAfterMs = (sounds.alarmTimes()[0] ?? Infinity) - (failures[1] ?? 0);
    expect(soundedAfterMs).toBeGreaterThan(0);
    // Of a server that may come back it would sound after 28 s. On a busy machine the reload in between takes long.
    expect(soundedAfterMs).toBeLessThan(15_000);
    server = await start();
    await expectLive(page);

    const before = sounds.alarms();
    server.signal('SIGTERM');
    await server.ended;
    server = await start();
    await expectLive(page);
    expect(sounds.alarms()).toEqual(before);
  } finally {
    console.length = 0;
    await page.close();
    server.signal('SIGKILL');
    await server.ended;
    await rm(folder, { recursive: true, force: true });
  }
});
