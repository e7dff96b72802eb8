import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/services/ports.ts';
import { startServerProcess } from '../../support/app/server-process.ts';
import { runDone } from '../../support/app/run-command.ts';
import { seedData } from '../../support/app/seed-data.ts';
import { startOwnPostgres } from '../../support/database/own-postgres.ts';
import { seedSmallHome, small } from '../../support/homes/small-home.ts';
import { expect, expectLive, openSignedIn, test } from '../support/test-ward.ts';

const password = 'correct horse battery';
const wardAddress = `/client/${small.clientA}/location/${small.locationA1}/ward/${small.wardA1x}`;

test('when a client moves to another cell, its open board goes there and opens the same ward after a login', async ({
  page,
  console,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-cells-'));
  const postgres = await startOwnPostgres();
  const start = async (name: string) => {
    await postgres.createDatabase(name);
    const port = await freePort();
    const place = { PORT: `${port}`, DATA_DIR: join(folder, name), DATABASE_URL: postgres.url(name) };
    const settings = { ...place, ROOM_STATUS_ADMIN_PASSWORD: password };
    const server = startServerProcess(settings, ['--no-demo']);
    await server.untilOutput('Ctrl-C stops it');
    return { server, settings, url: `http://localhost:${port}` };
  };
  const [oldCell, newCell] = [await start('old_cell'), await start('new_cell')];
  try {
    await seedData(oldCell.settings, seedSmallHome);
    await openSignedIn(page, 'admin', oldCell.url + wardAddress, password);
    await expectLive(page);
    const place = ['--to', newCell.settings.DATABASE_URL, '--address', newCell.url];
    await runDone(oldCell.settings, ['move-client', small.clientA, ...place]);
    await page.waitForURL((url) => url.origin === newCell.url);
    await page.getByRole('button', { name: /log in with/ }).click();
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await expectLive(page);
    expect(page.url()).toBe(newCell.url + wardAddress);
  } finally {
    console.length = 0;
    await page.close();
    for (const { server } of [oldCell, newCell]) server.signal('SIGKILL');
    await Promise.all([oldCell, newCell].map(({ server }) => server.ended));
    await postgres.close();
    await rm(folder, { recursive: true, force: true });
  }
});
