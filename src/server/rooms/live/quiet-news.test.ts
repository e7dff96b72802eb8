import { expect, test } from 'vitest';
import { RoomStatusEventData } from '../../../contract/live-events.ts';
import type { StreamUpdate } from '../../../domain/stream.ts';
import { createMemoryBus } from '../../bus/bus-memory.ts';
import { createWardFeed } from './ward-feed.ts';

const uuid = '00000004-0000-4000-8000-000000000001';
const state = (revision: number, told: number): StreamUpdate => ({
  uuid,
  roomStatus: revision,
  lastNotification: told,
  lastNotificationSent: new Date(told).toISOString(),
  revision,
});

/** What a viewer is sent after the ward was as in `first`: revision, and whether it is quiet. */
async function sent(first: StreamUpdate, ...turns: (readonly StreamUpdate[])[]) {
  const bus = createMemoryBus({ error: () => undefined });
  const readWards = async () => new Map([['ward', [{ update: first, face: '' }]]]);
  const feed = createWardFeed({ bus, readWards });
  const heard: (readonly [number, boolean])[] = [];
  const watch = await feed.watch('ward');
  watch.join({
    end: () => undefined,
    send: ({ plain }) => {
      const [, data = ''] = plain.toString().split('data: ');
      for (const one of RoomStatusEventData.parse(JSON.parse(data))) heard.push([one.revision, one.quiet === true]);
    },
  });
  for (const updates of turns) {
    for (const update of updates) bus.publish([{ wardUUID: 'ward', update }]);
    await new Promise(setImmediate);
  }
  feed.close();
  return heard;
}

test('a change that tells staff nothing new is quiet, one that does is not', async () => {
  expect(await sent(state(1, 1), [state(2, 1)], [state(3, 3)])).toEqual([
    [2, true],
    [3, false],
  ]);
});

test('a quiet change does not silence the notification that waits before it', async () => {
  expect(await sent(state(1, 1), [state(2, 2), state(3, 2)])).toEqual([[3, false]]);
  expect(await sent(state(1, 1), [state(2, 1), state(3, 1)])).toEqual([[3, true]]);
});
