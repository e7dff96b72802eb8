import fc from 'fast-check';
import { expect, test } from 'vitest';
import { locationOf, matchesFilter, parseRoomTopic, roomFilters } from './topics.ts';

const level = fc.string({ minLength: 1 }).filter((text) => !/[/+#]/.test(text));
const says = fc.constantFrom('status', 'availability');

test('whatever the names, a topic of a room gives them back, and a subscription to all rooms takes it', () => {
  fc.assert(
    fc.property(level, level, says, (location, room, said) => {
      const topic = `roomstatus/${location}/${room}/${said}`;
      expect(parseRoomTopic(topic)).toEqual({ location, room, says: said });
      expect(roomFilters.filter((filter) => matchesFilter(filter, topic))).toHaveLength(1);
      expect(locationOf(topic)).toBe(location);
    }),
  );
});

test('any text at all is a topic of a room or is none, and only what a subscription to all rooms takes is one', () => {
  const piece = fc.oneof(level, says, fc.constantFrom('roomstatus', '', '+', '#', '$SYS'));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const topic = pieces.join('/');
      const isTaken = roomFilters.some((filter) => matchesFilter(filter, topic));
      const isNamed = pieces.every((one) => one !== '' && !/[+#]/.test(one));
      expect(parseRoomTopic(topic) !== undefined).toBe(isTaken && isNamed);
    }),
  );
});

test.each([
  ['a/#', 'a', true],
  ['a/#', 'a/b/c', true],
  ['a/+', 'a', false],
  ['a/+', 'a/b', true],
  ['a/+', 'a/b/c', false],
  ['#', '$SYS/broker', false],
  ['+/broker', '$SYS/broker', false],
  ['a/b', 'a/b', true],
  ['a/b', 'a/b/c', false],
])('the filter %s and the topic %s: %s', (filter, topic, expected) => {
  expect(matchesFilter(filter, topic)).toBe(expected);
});

test.each([
  'roomstatus/+/x',
  'roomstatus/#',
  '#',
  'roomstatus/harbour',
  'roomstatus//x',
  '$SYS/x/y',
  'other/harbour/x',
])('%s lies beneath no single location', (filter) => {
  expect(locationOf(filter)).toBeUndefined();
});
