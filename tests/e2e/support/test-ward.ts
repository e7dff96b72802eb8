/** A ward of the test's own, beneath the nurse's location: what one test does there, no other one sees. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { StreamType } from '../../../src/domain/stream.ts';
import { locationAddress, locationNamed } from './demo-addresses.ts';
import type { TestApp } from '../../support/app/start-app.ts';
import { expect, signIn, test as base } from './fixtures.ts';

export { expect };

export interface TestRoom {
  readonly name: string;
  readonly type?: StreamType;
  readonly status?: 'ACTIVE' | 'INACTIVE';
}

export interface TestWard {
  readonly uuid: string;
  /** Path of its board. */
  readonly address: string;
  /** The stream of a room. */
  uuidOf(name: string): string;
}

interface Fixtures {
  /** Furnishes a ward with rooms that have never notified; it is gone after the test. */
  readonly createWard: (rooms: readonly (TestRoom | string)[]) => Promise<TestWard>;
}

const location = 'Harbour House';

export const test = base.extend<Fixtures>({
  createWard: async ({ app }, provide) => {
    const furnished: string[] = [];
    await provide(async (rooms) => {
      const uuid = randomUUID();
      furnished.push(uuid);
      const uuids = new Map<string, string>();
      await insertWard(app, uuid);
      for (const room of rooms) {
        const { name, ...more } = typeof room === 'string' ? { name: room } : room;
        uuids.set(name, await insertRoom(app, uuid, { name, ...more }));
      }
      return {
        uuid,
        address: `${locationAddress(location)}/ward/${uuid}`,
        uuidOf: (name) => {
          const stream = uuids.get(name);
          if (stream === undefined) throw new Error(`the ward has no room ${name}`);
          return stream;
        },
      };
    });
    for (const uuid of furnished) await removeWard(app, uuid);
  },
});

async function insertWard({ database }: TestApp, uuid: string): Promise<void> {
  const row = { uuid, location_uuid: locationNamed(location).uuid, display_name: 'Ward 7 Meadow' };
  await database.query.insertInto('ward').values(row).execute();
}

async function insertRoom({ database }: TestApp, ward: string, room: TestRoom): Promise<string> {
  const uuid = randomUUID();
  await database.query
    .insertInto('stream')
    .values({
      uuid,
      ward_uuid: ward,
      display_name: room.name,
      type: room.type ?? 'camera',
      status: room.status ?? 'ACTIVE',
      room_status: -1,
      last_notification: null,
      last_notification_sent: null,
      revision: 0,
      reported_at: null,
    })
    .execute();
  return uuid;
}

async function removeWard({ database }: TestApp, ward: string): Promise<void> {
  await database.query.transaction().execute(async (query) => {
    const streams = query.selectFrom('stream').select('uuid').where('ward_uuid', '=', ward);
    await query.deleteFrom('report').where('stream_uuid', 'in', streams).execute();
    await query.deleteFrom('stream').where('ward_uuid', '=', ward).execute();
    await query.deleteFrom('ward').where('uuid', '=', ward).execute();
  });
}

/** Signs in and opens the ward's board; resolves when it is live. */
export async function openBoard(page: Page, ward: TestWard, username = 'nurse'): Promise<void> {
  await signIn(page, username, ward.address);
  await expectLive(page);
}

/** The board is loaded, and the top bar says that it is live. */
export async function expectLive(page: Page): Promise<void> {
  await expect(connection(page)).toHaveText('Live');
  await expect(page.getByText('Loading streams...')).toBeHidden();
}

/** What the top bar says of the connection. */
export const connection = (page: Page) => page.getByRole('banner').getByRole('status');

export const cardOf = (page: Page, room: string) => page.getByRole('article', { name: room, exact: true });

/** The parts of a card: what is happening now, above what it last told staff. */
export const headerOf = (page: Page, room: string) => cardOf(page, room).locator('> header');
export const bodyOf = (page: Page, room: string) => cardOf(page, room).locator('> div');

/** A full second that is recent enough for a card: what is older than ten minutes is history. */
export function secondsAgo(seconds: number): string {
  return new Date(Math.floor(Date.now() / 1000 - seconds) * 1000).toISOString();
}
