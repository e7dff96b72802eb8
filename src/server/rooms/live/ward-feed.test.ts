import { expect, test } from 'vitest';
import { RoomStatusEventData, roomStatusEvent } from '../../../contract/live-events.ts';
import type { StreamUpdate } from '../../../domain/stream.ts';
import { createMemoryBus } from '../../bus/bus-memory.ts';
import type { EventFrame } from './event-frame.ts';
import { createWardFeed, type Viewer } from './ward-feed.ts';
import type { WardRow } from './ward-state.ts';

const uuid = (number: number) => `00000004-0000-4000-8000-${String(number).padStart(12, '0')}`;
const update = (stream: number, revision: number): StreamUpdate => ({
  uuid: uuid(stream),
  roomStatus: revision,
  lastNotification: null,
  lastNotificationSent: null,
  revision,
});

function feedWithBus(rows: WardRow[] = []) {
  const bus = createMemoryBus({ error: () => undefined });
  const database = { rows };
  const feed = createWardFeed({ bus, readWards: async (wards) => new Map(wards.map((ward) => [ward, database.rows])) });
  const join = async (wardUUID: string, viewer: Pick<Viewer, 'send'> & Partial<Viewer>) => {
    const watch = await feed.watch(wardUUID);
    watch.join({ end: () => undefined, ...viewer });
    return watch.leave;
  };
  const say = (wardUUID: string, ...updates: StreamUpdate[]) =>
    bus.publish(updates.map((one) => ({ wardUUID, update: one })));
  return { feed, join, say, database };
}

function listen() {
  const frames: EventFrame[] = [];
  const lists = () => frames.map(({ plain }) => listOf(plain.toString()));
  return { frames, lists, send: (frame: EventFrame) => void frames.push(frame) };
}

function listOf(text: string): string[] {
  const [head, data = ''] = text.split('\n');
  expect(head).toBe(`event: ${roomStatusEvent}`);
  const list = RoomStatusEventData.parse(JSON.parse(data.replace(/^data: /, '')));
  return list.map((one) => `${one.uuid === uuid(1) ? 1 : 2}@${one.revision}`);
}

const turn = () => new Promise(setImmediate);

test('[LIVE-1] all who watch a ward get its updates, and nobody else', async () => {
  const { join, say } = feedWithBus();
  const [first, second, other] = [listen(), listen(), listen()];
  await join('a', first);
  await join('a', second);
  await join('b', other);
  say('a', update(1, 1));
  await turn();
  expect(first.lists()).toEqual([['1@1']]);
  expect(second.frames[0]).toBe(first.frames[0]);
  expect(other.frames).toEqual([]);
});

test('what is said of a ward within one turn goes out as one list, each stream in its newest state', async () => {
  const { join, say } = feedWithBus();
  const viewer = listen();
  await join('a', viewer);
  say('a', update(1, 1), update(2, 5));
  say('a', update(1, 3));
  say('a', update(1, 2));
  await turn();
  expect(viewer.lists()).toEqual([['1@3', '2@5']]);
  say('a', update(1, 4));
  await turn();
  expect(viewer.lists()).toEqual([['1@3', '2@5'], ['1@4']]);
});

test('sending gives way to reading after a few milliseconds, and goes on in the order of the queue', async () => {
  const { join, say } = feedWithBus();
  const order: string[] = [];
  for (const ward of ['a', 'b', 'c']) {
    await join(ward, {
      send: () => {
        order.push(ward);
        const until = performance.now() + 4;
        while (performance.now() < until);
      },
    });
    say(ward, update(1, 1));
  }
  await turn();
  expect(order).toEqual(['a']);
  say('c', update(2, 1));
  await turn();
  await turn();
  expect(order).toEqual(['a', 'b', 'c']);
  await turn();
  expect(order).toHaveLength(3);
});

test('who has left hears nothing more', async () => {
  const { join, say } = feedWithBus();
  const viewer = listen();
  const leave = await join('a', viewer);
  say('a', update(1, 1));
  leave();
  await turn();
  say('a', update(1, 2));
  await turn();
  expect(viewer.frames).toEqual([]);
});

test('a viewer who leaves does not take the one along who came at the same time', async () => {
  const { join, say } = feedWithBus();
  const [first, second] = [listen(), listen()];
  const leave = await join('a', first);
  leave();
  await join('a', second);
  leave();
  say('a', update(1, 1));
  await turn();
  expect(second.lists()).toEqual([['1@1']]);
});

const row = (stream: number, revision: number, face = 'Room camera ACTIVE'): WardRow => ({
  update: update(stream, revision),
  face,
});

test('what the bus has lost is found in the database and handed on, what came is not said again', async () => {
  const { feed, join, say, database } = feedWithBus([row(1, 1), row(2, 1)]);
  const viewer = listen();
  await join('a', viewer);
  say('a', update(1, 2));
  await turn();
  database.rows = [row(1, 2), row(2, 3)];
  await feed.repair();
  await feed.repair();
  await turn();
  expect(viewer.lists()).toEqual([['1@2'], ['2@3']]);
});

test('an update that arrives late, or twice, is not handed on', async () => {
  const { join, say } = feedWithBus([row(1, 4)]);
  const viewer = listen();
  await join('a', viewer);
  say('a', update(1, 4), update(1, 3));
  say('a', update(1, 5));
  await turn();
  say('a', update(1, 5));
  await turn();
  expect(viewer.lists()).toEqual([['1@5']]);
});

test.each([
  ['a room that came', [row(1, 1), row(2, 1)]],
  ['a room that went', []],
  ['a new name', [row(1, 1, 'Another camera ACTIVE')]],
  ['a room that is monitored no more', [row(1, 1, 'Room camera INACTIVE')]],
  ['a database of an earlier time', [row(1, 0)]],
])('after %s the viewers are sent to read the list anew', async (_what, rows) => {
  const { feed, join, database } = feedWithBus([row(1, 1)]);
  const viewer = { ...listen(), ended: 0, end: () => void (viewer.ended += 1) };
  await join('a', viewer);
  await feed.repair();
  expect(viewer.ended).toBe(0);
  database.rows = rows;
  await feed.repair();
  expect(viewer.ended).toBe(1);
  await feed.repair();
  expect(viewer.ended).toBe(1);
});

test('what happens while the database is being read is not taken for an earlier time', async () => {
  const { feed, join, say } = feedWithBus([row(1, 1)]);
  const viewer = { ...listen(), ended: 0, end: () => void (viewer.ended += 1) };
  await join('a', viewer);
  const reading = feed.repair();
  say('a', update(1, 2));
  await reading;
  await feed.repair();
  await turn();
  expect(viewer.lists()).toEqual([['1@2']]);
  expect(viewer.ended).toBe(1);
});

test('a closed feed sends nothing that was still queued', async () => {
  const { feed, join, say } = feedWithBus();
  const viewer = listen();
  await join('a', viewer);
  say('a', update(1, 1));
  feed.close();
  say('a', update(1, 2));
  await turn();
  expect(viewer.frames).toEqual([]);
});

test('a frame holds the same bytes with and without the framing of a chunk', async () => {
  const { join, say } = feedWithBus();
  const viewer = listen();
  await join('a', viewer);
  say('a', update(1, 1));
  await turn();
  const [frame] = viewer.frames;
  const plain = frame?.plain.toString() ?? '';
  expect(plain.endsWith('\n\n')).toBe(true);
  expect(frame?.chunk.toString()).toBe(`${Buffer.byteLength(plain).toString(16)}\r\n${plain}\r\n`);
});
