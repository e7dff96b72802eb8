/** A radar and a bed sensor report about one room. The radar reports each change once, and the bed sensor as it likes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roomWith } from '../../../../tests/support/equipment/room-with.ts';
import { MemoryRoom } from '../../../../tests/support/falls/memory-room.ts';
import { createConnection } from '../../equipment/connection.ts';
import { isUnroutableMessage } from '../../messages/message.ts';
import { isRefusal } from '../../messages/parse-report.ts';

const [fall, outOfBed, inBed, bathroom] = [1, 3, 5, 6];
const start = Date.UTC(2026, 2, 1, 2);

function report(room: MemoryRoom, source: string, status: number, now: number): void {
  const sent = { kind: 'report', streamUUID: room.uuid, notification: true, id: null, debounceMs: null } as const;
  room.advance(now);
  room.receive({ ...sent, source, status, at: now }, now);
}

const house = createConnection(roomWith('house', ['bed', 'fall']));

/** Sends the state of an entity of Home Assistant: one that is `unavailable` is offline. */
function send(room: MemoryRoom, role: 'bed' | 'fall', state: string, now: number): void {
  const topic = `house/binary_sensor/${role}_1/state`;
  const parsed = house.parseMessage({ topic, payload: Buffer.from(state), retainedAt: null });
  if (isUnroutableMessage(parsed)) throw new Error(`${topic} is not read`);
  room.advance(now);
  for (const item of parsed) if (!isRefusal(item)) room.receive(item.incoming(room.uuid), now);
}

const bedReports = fc.array(
  fc.record({ status: fc.constantFrom(outOfBed, inBed, bathroom), afterMs: fc.integer({ min: 1, max: 8_000 }) }),
  { maxLength: 8 },
);
const rules = fc.constantFrom(
  null,
  '{"alerts":{"man_down":{"after":10}}}',
  '{"debounceSeconds":{"man_down":5}}',
  '{"debounceSeconds":{"man_down":5},"alerts":{"man_down":{"after":10}}}',
  '{"debounceSeconds":{"man_down":5,"out_of_bed":3}}',
);

test('a fall of the radar is told, whatever the bed sensor reports before and after it', () => {
  fc.assert(
    fc.property(rules, bedReports, bedReports, (roomRules, before, after) => {
      const room = new MemoryRoom('11111111-0000-4000-8000-000000000000', roomRules);
      let now = start;
      const sendAll = (reports: typeof before) => {
        for (const { status, afterMs } of reports) report(room, 'home/bed', status, (now += afterMs));
      };
      report(room, 'home/radar', bathroom, now);
      sendAll(before);
      report(room, 'home/radar', fall, (now += 1_000));
      sendAll(after);
      room.advance(now + 60_000);
      expect(room.alerts).toContainEqual(expect.objectContaining({ status: fall, state: 'raised' }));
    }),
  );
});

test.each(['{"alerts":{"man_down":{"after":10}}}', '{"debounceSeconds":{"man_down":5}}'])(
  'with the rules %s, a fall that the radar takes back in time is not told',
  (roomRules) => {
    const room = new MemoryRoom('11111111-0000-4000-8000-000000000000', roomRules);
    report(room, 'home/radar', fall, start);
    report(room, 'home/radar', bathroom, start + 2_000);
    room.advance(start + 60_000);
    expect(room.alerts).toEqual([]);
  },
);

test('a fall that a rule delays is told although its sensor goes offline in that time', () => {
  const room = new MemoryRoom('11111111-0000-4000-8000-000000000000', '{"alerts":{"man_down":{"after":10}}}');
  send(room, 'bed', 'on', start);
  send(room, 'fall', 'on', start + 10_000);
  send(room, 'fall', 'unavailable', start + 12_000);
  room.advance(start + 60_000);
  expect(room.alerts).toContainEqual(expect.objectContaining({ status: fall, state: 'raised' }));
});

test('a fall that a rule delays is told although another sensor of its connection goes offline in that time', () => {
  const room = new MemoryRoom('11111111-0000-4000-8000-000000000000', '{"alerts":{"man_down":{"after":10}}}');
  report(room, 'radar', fall, start);
  send(room, 'bed', 'on', start + 1_000);
  send(room, 'fall', 'unavailable', start + 4_000);
  send(room, 'bed', 'on', start + 5_000);
  room.advance(start + 60_000);
  expect(room.alerts).toContainEqual(expect.objectContaining({ status: fall, state: 'raised' }));
});

test('a fall in debounce that a rule delays too is told although a sensor goes offline and another one reports', () => {
  const both = '{"debounceSeconds":{"man_down":5},"alerts":{"man_down":{"after":10}}}';
  const room = new MemoryRoom('11111111-0000-4000-8000-000000000000', both);
  report(room, 'radar', fall, start);
  send(room, 'fall', 'unavailable', start + 1_000);
  send(room, 'bed', 'on', start + 2_000);
  room.advance(start + 60_000);
  expect(room.alerts).toContainEqual(expect.objectContaining({ status: fall, state: 'raised' }));
});

test('a fall in debounce that its sensor repeats and takes back in time is not told', () => {
  const room = new MemoryRoom('11111111-0000-4000-8000-000000000000', '{"debounceSeconds":{"man_down":5}}');
  send(room, 'bed', 'on', start);
  send(room, 'fall', 'on', start + 10_000);
  send(room, 'fall', 'on', start + 11_000);
  send(room, 'fall', 'off', start + 13_000);
  room.advance(start + 60_000);
  expect(room.alerts).toEqual([]);
});

test('a fall in debounce that its sensor repeats is told when its debounce time is over', () => {
  const room = new MemoryRoom('11111111-0000-4000-8000-000000000000', '{"debounceSeconds":{"man_down":5}}');
  send(room, 'bed', 'on', start);
  send(room, 'fall', 'on', start + 10_000);
  send(room, 'fall', 'on', start + 11_000);
  room.advance(start + 15_000);
  expect(room.alerts).toContainEqual(
    expect.objectContaining({ status: fall, state: 'raised', startedAt: start + 10_000 }),
  );
});
