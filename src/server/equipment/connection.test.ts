import { expect, test } from 'vitest';
import { isRefusal } from '../messages/parse-report.ts';
import { createConnection } from './connection.ts';
import { Preset } from './preset-format/preset.ts';

const preset = Preset.parse({
  product: 'Test mat',
  documents: [],
  roles: { mat: { about: 'its number' } },
  sources: { mat: 'bed-sensor' },
  messages: [
    {
      topic: ['json', 'v2/json'],
      values: { mat: '$.mat', weight: '$.weight', seconds: '$.seconds' },
      device: { mat: 'mat' },
      at: { value: 'seconds', unit: 'seconds' },
      cases: [{ if: { weight: { above: -1 } }, status: 'in_bed' }],
    },
    { topic: 'both', values: { weight: '$.weight' }, cases: [{ status: 'in_bed' }] },
    { topic: 'both', values: { state: 'text' }, cases: [{ if: { state: 'empty' }, status: 'out_of_bed' }] },
  ],
});
const connection = createConnection({
  name: 'mats',
  preset,
  topic: 'mats',
  location: 'harbour',
  rooms: [
    { room: 'room-1', names: { mat: '7' } },
    { room: 'room-2', names: { other: 'x' } },
  ],
  statuses: {},
  availability: {},
});

function parse(topic: string, payload: unknown) {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const parsed = connection.parseMessage({ topic: `mats/${topic}`, payload: Buffer.from(text), retainedAt: null });
  if (typeof parsed === 'string' || 'kind' in parsed) return parsed;
  return parsed.map((item) => (isRefusal(item) ? item : { room: item.room.name, ...item.incoming('x') }));
}

test('a message of a preset that lists several topics is read from each of them', () => {
  expect(connection.filters).toEqual(['mats/json', 'mats/v2/json', 'mats/both']);
  expect(parse('v2/json', { mat: '7', weight: 60 })).toMatchObject([{ room: 'harbour/room-1', status: 5 }]);
});

test.each([
  [1_772_334_698, 1_772_334_698_000],
  [12, null],
  ['soon', null],
])('a time of %j seconds in a message is read as %j milliseconds, and an invalid time as no time', (seconds, at) => {
  expect(parse('json', { mat: '7', weight: 60, seconds })).toMatchObject([{ at }]);
});

test('a message that lacks the device name of a role concerns no room, even if a room has no device in that role', () => {
  expect(parse('json', { weight: 60 })).toMatchObject({ kind: 'unknown-device', device: '' });
});

test('a plain-text message is accepted if one of the matching preset messages reads plain text', () => {
  expect(parse('both', 'empty')).toContainEqual(expect.objectContaining({ room: 'harbour/room-1', status: 3 }));
  expect(parse('json', 'empty')).toMatchObject([{ kind: 'malformed', field: 'payload' }]);
});
