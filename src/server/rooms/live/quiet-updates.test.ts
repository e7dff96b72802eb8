import { expect, test } from 'vitest';
import { RoomStatusEventData } from '../../../contract/live-events.ts';
import type { StreamUpdate } from '../../../domain/stream.ts';
import { createMemoryBus } from '../../bus/bus-memory.ts';
import { createWardFeed } from './ward-feed.ts';

const uuid = '00000004-0000-4000-8000-000000000001';
const state = (revision: number, notifiedAt: number): StreamUpdate => ({
  uuid,
  roomStatus: revision,
  lastNotification: notifiedAt,
  lastNotificationSent: new Date(notifiedAt).toISOString(),
  revision,
});

/** The revision and the quiet mark of each update that a viewer gets after the ward was loaded as in `first`. */
async function delivered(first: StreamUpdate, ...turns: (readonly StreamUpdate[])[]) {
  const bus = createMemoryBus({ error: () => undefined });
  const readWards = async () => new Map([['ward', [{ update: first, metadata: '' }]]]);
  const feed = createWardFeed({ bus, readWards });
  const received: (readonly [number, boolean])[] = [];
  await feed.subscribe('ward', {
    end: () => undefined,
    send: (frame) => {
      const [, data = ''] = frame.toString().split('data: ');
      for (const one of RoomStatusEventData.parse(JSON.parse(data))) received.push([one.revision, one.quiet === true]);
    },
  });
  for (const updates of turns) {
    for (const update of updates) bus.publish([{ wardUUID: 'ward', update }]);
    await new Promise(setImmediate);
  }
  return received;
}

test('an update without a new notification is quiet, an update with one is not', async () => {
  expect(await delivered(state(1, 1), [state(2, 1)], [state(3, 3)])).toEqual([
    [2, true],
    [3, false],
  ]);
});

test('a quiet update does not hide the queued notification that it replaces', async () => {
  expect(await delivered(state(1, 1), [state(2, 2), state(3, 2)])).toEqual([[3, false]]);
  expect(await delivered(state(1, 1), [state(2, 1), state(3, 1)])).toEqual([[3, true]]);
});
