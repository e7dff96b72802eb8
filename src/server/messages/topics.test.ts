import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesFilter, parseRoomTopic, roomTopicFilters } from './topics.ts';

const level = fc.string({ minLength: 1 }).filter((text) => !/[/+#]/.test(text));
const kinds = fc.constantFrom('status', 'availability');

test('a room topic is parsed into its names and matches one room filter, whatever the names are', () => {
  fc.assert(
    fc.property(level, level, kinds, (location, room, kind) => {
      const topic = `roomstatus/${location}/${room}/${kind}`;
      expect(parseRoomTopic(topic)).toEqual({ location, room, kind });
      expect(roomTopicFilters.filter((filter) => matchesFilter(filter, topic))).toHaveLength(1);
    }),
  );
});

test('a topic is a room topic exactly if it matches a room filter and has no empty or wildcard level', () => {
  const piece = fc.oneof(level, kinds, fc.constantFrom('roomstatus', '', '+', '#', '$SYS'));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const topic = pieces.join('/');
      const isMatch = roomTopicFilters.some((filter) => matchesFilter(filter, topic));
      const isNamed = pieces.every((one) => one !== '' && !/[+#]/.test(one));
      expect(parseRoomTopic(topic) !== undefined).toBe(isMatch && isNamed);
    }),
  );
});
