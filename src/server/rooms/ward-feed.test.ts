import { expect, test } from 'vitest';
import { RoomStatusEventData, roomStatusEvent } from '../../contract/live-events.ts';
import type { StreamUpdate } from '../../domain/stream.ts';
import { createMemoryBus } from '../bus/bus-memory.ts';
import type { EventFrame } from './event-frame.ts';
import { createWardFeed } from './ward-feed.ts';

const uuid = (number: number) => `00000004-0000-4000-8000-${String(number).padStart(12, '0')}`;
const update = (stream: number, revision: number): StreamUpdate => ({
  uuid: uuid(stream),
  roomStatus: revision,
  lastNotification: null,
  lastNotificationSent: null,
  revision,
});

function feedWithBus() {
  const bus = createMemoryBus({ error: () => undefined });
  const feed = createWardFeed({ bus });
  const say = (wardUUID: string, ...updates: StreamUpdate[]) =>
    bus.publish(updates.map((one) => ({ wardUUID, update: one })));
  return { feed, say };
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
  const { feed, say } = feedWithBus();
  const [first, second, other] = [listen(), listen(), listen()];
  feed.join('a', first);
  feed.join('a', second);
  feed.join('b', other);
  say('a', update(1, 1));
  await turn();
  expect(first.lists()).toEqual([['1@1']]);
  expect(second.frames[0]).toBe(first.frames[0]);
  expect(other.frames).toEqual([]);
});

test('what is said of a ward within one turn goes out as one list, each stream in its newest state', async () => {
  const { feed, say } = feedWithBus();
  const viewer = listen();
  feed.join('a', viewer);
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
  const { feed, say } = feedWithBus();
  const order: string[] = [];
  for (const ward of ['a', 'b', 'c']) {
    feed.join(ward, {
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
  const { feed, say } = feedWithBus();
  const viewer = listen();
  const leave = feed.join('a', viewer);
  say('a', update(1, 1));
  leave();
  await turn();
  say('a', update(1, 2));
  await turn();
  expect(viewer.frames).toEqual([]);
});

test('a viewer who leaves does not take the one along who came at the same time', async () => {
  const { feed, say } = feedWithBus();
  const [first, second] = [listen(), listen()];
  const leave = feed.join('a', first);
  leave();
  feed.join('a', second);
  leave();
  say('a', update(1, 1));
  await turn();
  expect(second.lists()).toEqual([['1@1']]);
});

test('a closed feed sends nothing that was still queued', async () => {
  const { feed, say } = feedWithBus();
  const viewer = listen();
  feed.join('a', viewer);
  say('a', update(1, 1));
  feed.close();
  say('a', update(1, 2));
  await turn();
  expect(viewer.frames).toEqual([]);
});

test('a frame holds the same bytes with and without the framing of a chunk', async () => {
  const { feed, say } = feedWithBus();
  const viewer = listen();
  feed.join('a', viewer);
  say('a', update(1, 1));
  await turn();
  const [frame] = viewer.frames;
  const plain = frame?.plain.toString() ?? '';
  expect(plain.endsWith('\n\n')).toBe(true);
  expect(frame?.chunk.toString()).toBe(`${Buffer.byteLength(plain).toString(16)}\r\n${plain}\r\n`);
});
