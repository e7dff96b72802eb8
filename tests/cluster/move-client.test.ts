/** Moves a client between two cells, each a server on a database of its own, while its device reports all the time. */
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Scope } from '../../src/domain/user.ts';
import { createDeviceKey } from '../../src/server/devices/keys/device-keys.ts';
import { runCommand, runDone } from '../support/app/run-command.ts';
import { startTestApp, type TestApp } from '../support/app/start-app.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/database/own-postgres.ts';
import { readEvents } from '../support/event-reader.ts';
import { nameRooms, seedSmallHome, small } from '../support/homes/small-home.ts';
import { createTestUsers } from '../support/identity/test-users.ts';
import { ReportingDevice } from '../support/move/reporting-device.ts';

interface Cell extends TestApp {
  readonly databaseUrl: string;
}

const people = createTestUsers(Date.now);
const nurse = people.token([{ kind: 'ward', uuid: small.wardA1x }]);
const otherNurse = people.token([{ kind: 'client', uuid: small.clientB }]);
const clientA: Scope = { kind: 'client', uuid: small.clientA };
const rooms = [small.streamA1x1, small.streamA1x2, small.streamA1y1];

let postgres: OwnPostgres;
let oldCell: Cell;
let newCell: Cell;
let deviceKey: string;
let cellCount = 0;
beforeAll(async () => {
  postgres = await startOwnPostgres();
}, 120_000);
afterAll(() => postgres.close());
beforeEach(async () => {
  [oldCell, newCell] = await Promise.all([startCell(), startCell()]);
  await seedSmallHome(oldCell.database);
  await nameRooms(oldCell.database);
  const options = { name: 'gateway', scope: clientA, now: Date.now() };
  deviceKey = (await createDeviceKey(oldCell.database, options)).key;
  return async () => {
    await Promise.all([oldCell.close(), newCell.close()]);
  };
});

async function startCell(): Promise<Cell> {
  const name = `cell_${(cellCount += 1)}`;
  await postgres.createDatabase(name);
  const databaseUrl = postgres.url(name);
  const settings = { DATABASE_URL: databaseUrl };
  return { ...(await startTestApp({ settings, authenticator: people, args: ['--no-demo'] })), databaseUrl };
}

const settingsOf = ({ databaseUrl }: Cell) => ({ DATABASE_URL: databaseUrl });
const words = (...more: readonly string[]) => ['move-client', small.clientA, ...more];
const toNewCell = () => words('--to', newCell.databaseUrl, '--address', newCell.url);

function startDevice() {
  const device = new ReportingDevice({ url: oldCell.url, key: deviceKey, rooms });
  onTestFinished(async () => void (await device.stop().catch(() => undefined)));
  return device;
}

async function loggedIds({ database }: Cell, room: string): Promise<readonly (string | null)[]> {
  const log = database.query.selectFrom('report').select('report_id').where('stream_uuid', '=', room);
  return (await log.orderBy('sequence').execute()).map(({ report_id }) => report_id);
}

const get = (cell: Cell, path: string, token = nurse) =>
  fetch(`${cell.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
const listPath = `/streams?locationUUID=${small.wardA1x}`;

test('a client moves while its device reports: each accepted report is once in the new cell, in order, and the boards follow', async () => {
  const device = startDevice();
  await device.reports(60);
  const board = await readEvents(oldCell.url, small.wardA1x, nurse);
  expect(await runDone(settingsOf(oldCell), toNewCell())).toContain(`The client ${small.clientA} has moved to`);

  await device.reports(60);
  await board.ended;
  for (const path of [listPath, `/streams/events?wardUUID=${small.wardA1x}`]) {
    const answer = await get(oldCell, path);
    expect([answer.status, await answer.json()]).toMatchObject([410, { address: newCell.url }]);
    expect((await get(oldCell, path, otherNurse)).status).toBe(404);
  }
  const { accepted } = await device.stop();
  for (const room of rooms) {
    expect(accepted.get(room)?.length).toBeGreaterThan(20);
    expect(await loggedIds(newCell, room)).toEqual(accepted.get(room));
  }
  expect(await (await get(newCell, listPath)).json()).toMatchObject({ items: [{ uuid: small.streamA1x1 }, {}, {}] });
  for (const cell of [oldCell, newCell])
    expect(await runCommand(settingsOf(cell), ['check'])).toMatchObject({ code: 0 });
});
