import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleConnections } from '../../../tests/support/equipment/sample-connections.ts';
import { messagesOf } from '../../../tests/support/equipment/preset-messages.ts';
import { roomWith } from '../../../tests/support/equipment/room-with.ts';
import { statusOfCode } from '../../domain/room-status.ts';
import { isUnroutableMessage } from '../messages/message.ts';
import { isRefusal } from '../messages/parse-report.ts';
import { type Connection, createConnection } from './connection.ts';
import { statusOfIncoming } from './unknown-device.ts';

/** Returns lines such as `fall=on man_down`, or `nothing` for a value that gives no status. */
function statusesOf(connection: Connection, topic: string, payload: unknown): readonly string[] {
  const bytes = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
  const parsed = connection.parseMessage({ topic, payload: bytes, retainedAt: null });
  const items = isUnroutableMessage(parsed)
    ? []
    : parsed.flatMap((item) => (isRefusal(item) ? [] : [item.incoming('')]));
  return items.flatMap((incoming) => {
    if (incoming.kind !== 'observation') return [];
    const status = statusOfIncoming(incoming);
    const text = status === undefined ? 'nothing' : statusOfCode(status).name;
    return Object.entries(incoming.values).map(([name, value]) => `${name}=${value} ${text}`);
  });
}

/** Returns the statuses for every value of every role of every preset, each alone in a room. */
function allStatuses(): readonly string[] {
  const found = sampleConnections.flatMap(({ name, preset: { roles } }) => {
    const required = Object.keys(roles).filter((role) => roles[role]?.required === true);
    return Object.keys(roles).flatMap((role) => {
      const settings = roomWith(name, [...new Set([...required, role])]);
      const connection = createConnection(settings);
      const sent = fc.sample(messagesOf(settings), { numRuns: 300, seed: 1 });
      return sent.flatMap(({ topic, payload }) => statusesOf(connection, topic, payload));
    });
  });
  return [...new Set(found)].toSorted();
}

test('each remembered value of a preset gives a status, except an empty zone of Frigate without the count of its camera', () => {
  const statuses = allStatuses();
  expect(statuses.filter((text) => text.endsWith(' nothing'))).toEqual([
    'cameras/bathroom=0 nothing',
    'cameras/bed=0 nothing',
  ]);
  expect(statuses.filter((text) => text.includes('/fall='))).toEqual([
    'axis-cameras/fall=0 all_clear',
    'axis-cameras/fall=1 man_down',
    'house/fall=off all_clear',
    'house/fall=on man_down',
    'nodes/fall=OFF all_clear',
    'nodes/fall=ON man_down',
    'shellies/fall=0 all_clear',
    'shellies/fall=1 man_down',
    'shellies/fall=false all_clear',
    'shellies/fall=true man_down',
    'zigbee/fall=fall man_down',
    'zigbee/fall=maybe_fall person_visible',
    'zigbee/fall=none all_clear',
  ]);
});
