import { expect, test } from 'vitest';
import { mqttExample } from './created-key.ts';

const created = { id: 'id', key: 'rsk_x', exampleRoom: 'harbour-house/room-1', mqttPort: 1883 };

test('a new key has an example for MQTT if the broker runs and the room has a topic', () => {
  expect(mqttExample(created, 'board')).toContain(
    '-h board -p 1883 -u device -P rsk_x -q 1 -t roomstatus/harbour-house/room-1/',
  );
  expect(mqttExample({ ...created, exampleRoom: null }, 'board')).toContain('-t roomstatus/LOCATION/ROOM/status');
  expect(mqttExample({ ...created, mqttPort: null }, 'board')).toBeUndefined();
  // A room without an alias.
  expect(mqttExample({ ...created, exampleRoom: crypto.randomUUID() }, 'board')).toBeUndefined();
});
