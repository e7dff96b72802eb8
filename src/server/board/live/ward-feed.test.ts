import { describe, expect, test } from 'vitest';
import { RoomStatusEventData, roomStatusEventName } from '../../../contract/board/live-events.ts';
import type { Stream } from '../../../contract/home/entities.ts';
import type { StreamUpdate } from '../../../domain/stream.ts';
import { createMemoryBus } from '../../bus/bus-memory.ts';
import type { EventFrame, Viewer } from './live-connection.ts';
import { createWardFeed } from './ward-feed.ts';

const uuid = (number: number) => `00000004-0000-4000-8000-${String(number).padStart(12, '0')}`;
/** An update of a stream. `notified`: the revision that made the last notification; by default this one. */
const update = (stream: number, revision: number, notified = revision): StreamUpdate => ({
  uuid: uuid(stream),
  roomStatus: revision,
  lastNotification: notified,
  lastNotificationSent: new Date(notified).toISOString(),
  alertRevision: 0,
  revision,
});
const place = { clientUUID: 'c', locationUUID: 'l', wardUUID: 'a' };
const row = (stream: number, revision: number, metadata: Partial<Stream> = {}): Stream => ({
  ...update(stream, revision),
  wardUUID: 'a',
  displayName: 'Room',
  type: 'camera',
  status: 'ACTIVE',
  ...metadata,
});

function feedWithBus(rows: Stream[] = [], { isShared = false } = {}) {
  const bus = { ...createMemoryBus({ error: () => undefined }), isShared };
  const database = {
    rows,
    onReadWards: (): void => undefined,
    onReadVersions: (): void => undefined,
  };
  const readWards = async (wards: readonly string[]) => {
    const streams = database.rows;
    database.onReadWards();
    return new Map(wards.map((ward) => [ward, { place, streams }]));
  };
  const readVersions = async () => {
    const { length } = database.rows;
    const revisionSum = database.rows.reduce((sum, { revision }) => sum + revision, 0);
    const alertRevisionSum = database.rows.reduce((sum, { alertRevision }) => sum + alertRevision, 0);
    database.onReadVersions();
    return () => `${length} ${revisionSum} ${alertRevisionSum}`;
  };
  const feed = createWardFeed({ bus, readWards, readVersions });
  const subscribe = (wardUUID: string, viewer: Pick<Viewer, 'send'> & Partial<Viewer>) =>
    feed.subscribe(wardUUID, { end: () => undefined, ...viewer });
  const publish = (wardUUID: string, ...updates: StreamUpdate[]) =>
    bus.publish(updates.map((one) => ({ wardUUID, update: one })));
  return { feed, subscribe, publish, database };
}

function recorder() {
  const frames: EventFrame[] = [];
  const viewer = {
    frames,
    ended: 0,
    lists: () => frames.map(listOf),
    send: (frame: EventFrame) => void frames.push(frame),
    end: () => void (viewer.ended += 1),
  };
  return viewer;
}

/** The updates of a frame, such as `1@3` for stream 1 with revision 3. */
function listOf({ text }: EventFrame): string[] {
  const [head, data = ''] = text.split('\n');
  expect(head).toBe(`event: ${roomStatusEventName}`);
  const list = RoomStatusEventData.parse(JSON.parse(data.replace(/^data: /, '')));
  return list.map((one) => `${one.uuid === uuid(1) ? 1 : 2}@${one.revision}${one.quiet === true ? ' quiet' : ''}`);
}

const turn = () => new Promise(setImmediate);

test('[LIVE-1] all viewers of a ward get its updates, and viewers of other wards do not', async () => {
  const { subscribe, publish } = feedWithBus();
  const [first, second, other] = [recorder(), recorder(), recorder()];
  await subscribe('a', first);
  await subscribe('a', second);
  await subscribe('b', other);
  publish('a', update(1, 1));
  await turn();
  expect(first.lists()).toEqual([['1@1']]);
  expect(second.frames[0]).toBe(first.frames[0]);
  expect(other.frames).toEqual([]);
});

test('updates of a ward within one turn are delivered as one list with the newest state of each stream', async () => {
  const { subscribe, publish } = feedWithBus();
  const viewer = recorder();
  await subscribe('a', viewer);
  publish('a', update(1, 1), update(2, 5));
  publish('a', update(1, 3));
  publish('a', update(1, 2));
  await turn();
  expect(viewer.lists()).toEqual([['1@3', '2@5']]);
  publish('a', update(1, 4));
  await turn();
  expect(viewer.lists()).toEqual([['1@3', '2@5'], ['1@4']]);
});

test('the delivery to wards yields to the event loop after a few milliseconds, and continues in the order of the queue', async () => {
  const { subscribe, publish } = feedWithBus();
  const order: string[] = [];
  for (const ward of ['a', 'b', 'c']) {
    await subscribe(ward, {
      send: () => {
        order.push(ward);
        const until = performance.now() + 4;
        while (performance.now() < until);
      },
    });
  }
  for (const ward of ['a', 'b', 'c']) publish(ward, update(1, 1));
  await turn();
  expect(order).toEqual(['a']);
  publish('c', update(2, 1));
  await turn();
  await turn();
  expect(order).toEqual(['a', 'b', 'c']);
  await turn();
  expect(order).toHaveLength(3);
});

test('a viewer gets nothing after its unsubscribe, and a second unsubscribe does not remove another viewer', async () => {
  const { subscribe, publish } = feedWithBus();
  const [first, second] = [recorder(), recorder()];
  const unsubscribe = await subscribe('a', first);
  publish('a', update(1, 1));
  unsubscribe();
  await turn();
  await subscribe('a', second);
  unsubscribe();
  publish('a', update(1, 2));
  await turn();
  expect([first.lists(), second.lists()]).toEqual([[], [['1@2']]]);
});

test.each([
  ['an update without a new notification is quiet', [[update(1, 2, 1)]], [['1@2 quiet']]],
  ['a quiet update does not hide a queued notification', [[update(1, 2), update(1, 3, 2)]], [['1@3']]],
  ['a quiet update stays quiet after a queued quiet one', [[update(1, 2, 1), update(1, 3, 1)]], [['1@3 quiet']]],
  ['an update that is older than the cached one, or equal, is not delivered', [[update(1, 1), update(1, 0)]], []],
  ['an update that was delivered is not delivered again', [[update(1, 2)], [update(1, 2)]], [['1@2']]],
])('delivery of updates: %s', async (_title, turns, expected) => {
  const { subscribe, publish } = feedWithBus([row(1, 1)]);
  const viewer = recorder();
  await subscribe('a', viewer);
  for (const updates of turns) {
    for (const one of updates) publish('a', one);
    await turn();
  }
  expect(viewer.lists()).toEqual(expected);
});

test('reconciliation delivers the updates that the bus has lost, once', async () => {
  const { feed, subscribe, publish, database } = feedWithBus([row(1, 1), row(2, 1)]);
  const viewer = recorder();
  await subscribe('a', viewer);
  publish('a', update(1, 2));
  await turn();
  database.rows = [row(1, 2), row(2, 3)];
  await feed.reconcile();
  await feed.reconcile();
  await turn();
  expect(viewer.lists()).toEqual([['1@2'], ['2@3']]);
});

test.each([
  ['a room is added', [row(1, 1), row(2, 1)]],
  ['a room is removed', []],
  ['a room is renamed', [row(1, 1, { displayName: 'Another' })]],
  [
    'a room gets other alert rules',
    [row(1, 1, { alertRules: [{ status: 3, priority: null, afterSeconds: 0, between: null }] })],
  ],
  ['a room becomes inactive', [row(1, 1, { status: 'INACTIVE' })]],
  ['a backup of the database is restored', [row(1, 0)]],
  ['a revision is used again after a restore', [row(1, 1, { roomStatus: 9 })]],
])('the viewers have to load the list again after %s', async (_change, rows) => {
  const { feed, subscribe, database } = feedWithBus([row(1, 1)]);
  const viewer = recorder();
  await subscribe('a', viewer);
  await feed.reconcile();
  expect(viewer.ended).toBe(0);
  database.rows = rows;
  await feed.reconcile();
  expect(viewer.ended).toBe(1);
  await feed.reconcile();
  expect(viewer.ended).toBe(1);
});

test('an update that arrives during a database read does not count as a restored backup', async () => {
  const { feed, subscribe, publish } = feedWithBus([row(1, 1)]);
  const viewer = recorder();
  await subscribe('a', viewer);
  const reading = feed.reconcile();
  publish('a', update(1, 2));
  await reading;
  await feed.reconcile();
  await turn();
  expect(viewer.lists()).toEqual([['1@2']]);
  expect(viewer.ended).toBe(1);
});

describe('the list of a followed ward', () => {
  test('the list has the newest state of each room, and is the same array until something changes', async () => {
    const { feed, subscribe, publish, database } = feedWithBus([row(1, 1), row(2, 1)]);
    expect(await feed.listOf('a')).toBeUndefined();
    const unsubscribe = await subscribe('a', recorder());
    expect(await feed.listOf('a')).toEqual([row(1, 1), row(2, 1)]);
    publish('a', update(1, 2));
    expect(await feed.listOf('a')).toEqual([row(1, 2), row(2, 1)]);
    publish('a', update(1, 1));
    expect(await feed.listOf('a')).toBe(await feed.listOf('a'));
    database.rows = [row(1, 2), row(2, 1, { displayName: 'Renamed' })];
    await feed.reconcile();
    expect(await feed.listOf('a')).toEqual(database.rows);
    unsubscribe();
    expect(await feed.listOf('a')).toBeUndefined();
  });

  test('an update that arrives while the ward is read from the database is in the list', async () => {
    const { feed, subscribe, publish, database } = feedWithBus([row(1, 1)]);
    database.onReadWards = () => publish('a', update(1, 2));
    await subscribe('a', recorder());
    expect(await feed.listOf('a')).toEqual([row(1, 2)]);
  });
});

describe('the list of a followed ward with several processes', () => {
  test('the list has an update that the bus has lost, and the viewers get that update', async () => {
    const { feed, subscribe, database } = feedWithBus([row(1, 1), row(2, 1)], { isShared: true });
    const viewer = recorder();
    await subscribe('a', viewer);
    database.rows = [row(1, 2), row(2, 1)];
    expect(await feed.listOf('a')).toEqual(database.rows);
    await turn();
    expect(viewer.lists()).toEqual([['1@2']]);
  });

  test('the list has an alert of which the bus has lost the update', async () => {
    const { feed, subscribe, database } = feedWithBus([row(1, 1)], { isShared: true });
    await subscribe('a', recorder());
    database.rows = [row(1, 1, { alertRevision: 1 })];
    expect(await feed.listOf('a')).toEqual(database.rows);
  });

  test('an update that arrives during the version check of a ward does not hide one that the bus has lost', async () => {
    const { feed, subscribe, publish, database } = feedWithBus([row(1, 1), row(2, 1)], { isShared: true });
    await subscribe('a', recorder());
    database.rows = [row(1, 2), row(2, 1)];
    database.onReadVersions = () => {
      database.rows = [row(1, 2), row(2, 2)];
      publish('a', update(2, 2));
    };
    expect(await feed.listOf('a')).toEqual([row(1, 2), row(2, 2)]);
  });

  test('the list fails while the database is unavailable, because this process may have missed an update', async () => {
    const { feed, subscribe, database } = feedWithBus([row(1, 1)], { isShared: true });
    await subscribe('a', recorder());
    database.onReadVersions = () => {
      throw new Error('the database is away');
    };
    await expect(feed.listOf('a')).rejects.toThrow('the database is away');
  });
});
