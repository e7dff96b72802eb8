/** Wards that a test creates for its own use, in a location that the nurse of the demo may see. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { StreamType } from '../../../src/domain/stream.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { locationAddress, locationNamed } from './demo-addresses.ts';
import { expect, test as base } from './fixtures.ts';
import { openSignedIn } from './open-signed-in.ts';

export { expect };
export { openSignedIn } from './open-signed-in.ts';

interface TestRoom {
  readonly name: string;
  readonly type?: StreamType;
  readonly status?: 'ACTIVE' | 'INACTIVE';
}

export interface TestWard {
  readonly uuid: string;
  /** The path of the ward's page. */
  readonly address: string;
  /** The uuid of the stream of the room with this name. */
  uuidOf(name: string): string;
}

type TestRooms = readonly (TestRoom | string)[];

export interface ReportedWard extends TestWard {
  /** Sends one report for a room over HTTP, as a device does. */
  report(room: string, status: number | string, more?: Record<string, unknown>): Promise<void>;
}

interface Fixtures {
  /** Creates a ward with rooms that have no notification yet. The ward is deleted after the test. */
  readonly createWard: (rooms: TestRooms) => Promise<ReportedWard>;
  /** Creates a ward and opens its board as the nurse. */
  readonly openWard: (rooms: TestRooms) => Promise<ReportedWard>;
}

const location = 'Harbour House';

export const test = base.extend<Fixtures>({
  createWard: async ({ app, context }, provide) => {
    const created: string[] = [];
    await provide(async (rooms) => {
      const ward = await insertTestWard(app.database, rooms);
      created.push(ward.uuid);
      const report: ReportedWard['report'] = async (room, status, more) => {
        expect((await app.report(ward.uuidOf(room), status, more)).status).toBe(200);
      };
      return { ...ward, report };
    });
    // An open page still asks for the ward, and logs the response 404. So the fixture `console` collects no more.
    context.removeAllListeners('console');
    for (const uuid of created) await deleteWard(app.database, uuid);
  },
  openWard: async ({ page, createWard }, provide) => {
    await provide(async (rooms) => {
      const ward = await createWard(rooms);
      await openBoard(page, ward);
      return ward;
    });
  },
});

export async function insertTestWard({ query }: Database, rooms: TestRooms): Promise<TestWard> {
  const ward = { uuid: randomUUID(), location_uuid: locationNamed(location).uuid, display_name: 'Ward 7 Meadow' };
  const streams = rooms.map((room) => {
    const { name, type = 'camera', status = 'ACTIVE' }: TestRoom = typeof room === 'string' ? { name: room } : room;
    return { uuid: randomUUID(), ward_uuid: ward.uuid, display_name: name, type, status, ...noReports };
  });
  await query.insertInto('ward').values(ward).execute();
  await query.insertInto('stream').values(streams).execute();
  return {
    uuid: ward.uuid,
    address: `${locationAddress(location)}/ward/${ward.uuid}`,
    uuidOf: (name) => {
      const stream = streams.find(({ display_name }) => display_name === name);
      if (stream === undefined) throw new Error(`the ward has no room ${name}`);
      return stream.uuid;
    },
  };
}

const noReports = {
  room_status: -1,
  last_notification: null,
  last_notification_sent: null,
  revision: 0,
  reported_at: null,
};

async function deleteWard({ query }: Database, ward: string): Promise<void> {
  await query.transaction().execute(async (transaction) => {
    const streams = transaction.selectFrom('stream').select('uuid').where('ward_uuid', '=', ward);
    await transaction.deleteFrom('report').where('stream_uuid', 'in', streams).execute();
    await transaction.deleteFrom('stream').where('ward_uuid', '=', ward).execute();
    await transaction.deleteFrom('ward').where('uuid', '=', ward).execute();
  });
}

/** Opens the board of a ward as a user who has logged in. Resolves when the board is live. */
export async function openBoard(page: Page, ward: TestWard, username = 'nurse'): Promise<void> {
  await openSignedIn(page, username, ward.address);
  await expectLive(page);
}

/** Expects that the rooms are loaded and that the top bar shows "Live". */
export async function expectLive(page: Page): Promise<void> {
  await expect(connection(page)).toHaveText('Live');
  await expect(page.getByText('Loading streams...')).toBeHidden();
}

/** The connection indicator in the top bar. */
export const connection = (page: Page) => page.getByRole('banner').getByRole('status');

export const cardOf = (page: Page, room: string) => page.getByRole('article', { name: room, exact: true });

/** The part of a room card that shows the room status. */
export const headerOf = (page: Page, room: string) => cardOf(page, room).locator('> header');
/** The part of a room card that shows the last notification. */
export const bodyOf = (page: Page, room: string) => cardOf(page, room).locator('> div');

/** An ISO instant in whole seconds. NOTE: a report that is older than ten minutes does not change the card. */
export function secondsAgo(seconds: number): string {
  return new Date(Math.floor(Date.now() / 1000 - seconds) * 1000).toISOString();
}
