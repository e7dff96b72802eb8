/** Tests each preset with messages from the manufacturer's documentation. Each sample file names its sources. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { IncomingItem } from '../../domain/ingest/incoming.ts';
import { statusOfCode } from '../../domain/room-status.ts';
import { isUnroutableMessage, type ParsedMessage } from '../messages/message.ts';
import { isRefusal, type ParsedItem, type Refusal } from '../messages/parse-report.ts';
import { createEquipment } from './equipment.ts';
import { presetNames } from './connection-entry.ts';
import { sampleConnections } from '../../../tests/support/equipment/sample-connections.ts';

const folder = join(import.meta.dirname, 'samples');
const equipment = createEquipment(sampleConnections);

const Samples = z.strictObject({
  sources: z.array(z.url()).check(z.minLength(1)),
  samples: z.array(
    z.strictObject({
      topic: z.string(),
      payload: z.unknown(),
      says: z.union([z.string(), z.record(z.string(), z.string())]),
      note: z.optional(z.string()),
    }),
  ),
});

const bytesOf = (payload: unknown) => Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
const parse = (topic: string, payload: unknown, retainedAt: number | null = null) =>
  equipment.findByTopic(topic)?.parseMessage({ topic, payload: bytesOf(payload), retainedAt });

function acceptedItems(reading: ParsedMessage | undefined): readonly IncomingItem[] {
  if (reading === undefined || isUnroutableMessage(reading)) return [];
  return reading.flatMap((item) => (isRefusal(item) ? [] : [item.incoming('x')]));
}

function described(incoming: IncomingItem): string {
  if (incoming.kind === 'observation') {
    const parts = Object.entries(incoming.values).map(([name, value]) => `${name.split('/')[1]}=${value}`);
    return `${parts.join(' ')}${incoming.at === null ? '' : ` at ${incoming.at}`}`;
  }
  if (incoming.kind === 'presence')
    return `${incoming.source.split('/')[1]} ${incoming.isOnline ? 'online' : 'offline'}`;
  if (incoming.kind !== 'report') return incoming.kind;
  const { status, at, id, notification } = incoming;
  const more = `${at === null ? '' : ` at ${at}`}${id === null ? '' : ` id ${id}`}`;
  return `${notification ? '' : 'quiet '}report ${statusOfCode(status).name}${more}`;
}

function roomAndText(item: ParsedItem | Refusal) {
  const [room, text] = isRefusal(item)
    ? [item.room, `refused ${item.field}`]
    : [item.room.name, `${described(item.incoming('x'))}${item.unusedTime === undefined ? '' : ', time not used'}`];
  return { room: room?.split('/')[1], text };
}

/** Returns the items by room, or a text if the message is refused as a whole or concerns no room. */
function parsedAsText(topic: string, payload: unknown): unknown {
  const items = parse(topic, payload);
  if (items === undefined) return items;
  if (isUnroutableMessage(items)) return typeof items === 'string' ? items : `${items.kind} ${items.device}`;
  const [first] = items;
  if (first !== undefined && isRefusal(first) && first.room === undefined) return `refused ${first.field}`;
  const byRoom = Map.groupBy(items.map(roomAndText), ({ room }) => room);
  return Object.fromEntries([...byRoom].map(([room, all]) => [room, all.map(({ text }) => text).join(', ')]));
}

describe.each(presetNames)('preset %s', (name) => {
  const { samples } = Samples.parse(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')));
  test.each(samples.map((sample, index) => ({ index, ...sample })))(
    'parses the documented message $index: $topic',
    ({ topic, payload, says }) => {
      expect(parsedAsText(topic, payload)).toEqual(says);
    },
  );
  test.each(samples.map(({ topic }) => topic))('subscribes to the topic %s exactly if the preset reads it', (topic) => {
    const isRead = parse(topic, '0') !== 'not-in-preset';
    const matching = equipment
      .filters()
      .filter((filter) => new RegExp(`^${filter.replaceAll('+', '[^/]+').replace('/#', '(/.*)?')}$`).test(topic));
    expect(matching.length > 0).toBe(isRead);
  });
});

/** Returns the status after each message, derived from the values of all messages so far. */
function statusesAfter(messages: readonly (readonly [string, unknown])[]) {
  const remembered = new Map<string, string>();
  return messages.map(([topic, payload]) => {
    const observations = acceptedItems(parse(topic, payload)).filter((incoming) => incoming.kind === 'observation');
    for (const { values } of observations)
      for (const [name, value] of Object.entries(values)) remembered.set(name, value);
    const interpreted = observations.at(-1)?.interpret(remembered);
    return interpreted === undefined ? undefined : [statusOfCode(interpreted.status).name, interpreted.debounceMs];
  });
}

test('Frigate: the counts of the zones give bed, bathroom and out of room, an empty bed zone alone gives no status', () => {
  expect(
    statusesAfter([
      ['frigate/room_12_bed/person', '0'],
      ['frigate/room_12/person', '1'],
      ['frigate/room_12_bed/person', '1'],
      ['frigate/room_12_bed/person', '0'],
      ['frigate/room_12_bath/person', '1'],
      ['frigate/room_12_bath/person', '0'],
      ['frigate/room_12/person', '0'],
    ]),
  ).toEqual([
    undefined,
    ['out_of_bed', 2_000],
    ['in_bed', 3_000],
    ['out_of_bed', 2_000],
    ['in_bathroom', 2_000],
    ['out_of_bed', 2_000],
    ['out_of_room', 10_000],
  ]);
});

test('Home Assistant: a fall has priority over all other sensors', () => {
  const sensor = (name: string, state: string) => [`homeassistant/binary_sensor/${name}/state`, state] as const;
  expect(
    statusesAfter([
      sensor('bed_12', 'on'),
      sensor('fall_12', 'on'),
      sensor('fall_12', 'off'),
      sensor('bed_12', 'off'),
      sensor('motion_12', 'off'),
    ]),
  ).toEqual([
    ['in_bed', 2_000],
    ['man_down', null],
    ['in_bed', 2_000],
    ['out_of_bed', 2_000],
    ['out_of_room', 10_000],
  ]);
});

test('a retained message is no notification and has the time of the subscription', () => {
  const [incoming] = acceptedItems(parse('sensors/mat', { device: 'mat-12', status: 'man_down' }, 1_772_334_698_000));
  expect(incoming).toMatchObject({ notification: false, at: 1_772_334_698_000 });
});

test.each([
  ['milesight/up', { device_info: { device_sn: 'a\n\u202eb\u0000' } }, 'a??b? (sensor)'],
  ['milesight/up', { device_info: { device_sn: '\u{1f6cf}'.repeat(1_000) } }, `${'\u{1f6cf}'.repeat(32)}… (sensor)`],
  ['milesight/up', { hello: 'world' }, ''],
  [
    'axis/B8A44F9EED3B/event/CameraApplicationPlatform/ObjectAnalytics/Other',
    {},
    'Other (bed or bathroom or presence or fall)',
  ],
])(
  'the refusal of a message whose device has no room names the device in one short line: %s %#',
  (topic, payload, device) => {
    expect(parse(topic, payload)).toMatchObject({ device });
  },
);

test.each([
  ['sensors/mat', { device: 'mat-12', status: 'in_bed', id: 'a\0b' }, 'id'],
  ['sensors/mat', { device: 'mat-12', status: 'in_bed', id: '\ud800' }, 'id'],
  ['sensors/mat', { device: 'mat-12', status: 'in_bed', id: 'x'.repeat(10_000) }, 'id'],
  ['frigate/room_12/person', '0'.repeat(10_000), 'payload'],
])('a message with a value that cannot be stored is refused: %s %#', (topic, payload, field) => {
  expect(parse(topic, payload)).toMatchObject([{ kind: 'invalid', field }]);
});

test.each([
  ['zigbee2mqtt/bed_12', { occupancy: true, battery: 12, linkquality: 51 }, 12, { value: 20, unit: 'percent' }],
  ['zigbee2mqtt/bed_12', { battery: 80 }, 80, null],
  ['zigbee2mqtt/mat_13', { contact: true, linkquality: 255 }, null, { value: 100, unit: 'percent' }],
  ['shellies/shellymotionsensor-60A42386DDE2/status', { motion: true, active: true, bat: 67 }, 67, null],
  [
    'shellies/shellyplusi4-a8032abe54dc/events/rpc',
    { params: { wifi: { rssi: -61 }, 'devicepower:0': { battery: { percent: 9 } } } },
    9,
    { value: -61, unit: 'dBm' },
  ],
  ['sensors/mat', { device: 'mat-12', status: 'in_bed', battery: 34, rssi: -110 }, 34, { value: -110, unit: 'dBm' }],
])('battery and signal are read from %s %j', (topic, payload, battery, signal) => {
  const parsed = parse(topic, payload) ?? [];
  const items = isUnroutableMessage(parsed) ? [] : parsed;
  const measured = items.flatMap((item) => (isRefusal(item) ? [] : (item.measured ?? [])));
  expect(measured).toMatchObject([{ battery, signal }]);
});
