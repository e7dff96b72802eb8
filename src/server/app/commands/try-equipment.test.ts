import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { runCommand } from '../../../../tests/support/app/run-command.ts';

const file = join(import.meta.dirname, '../../intake/equipment/samples/equipment.yaml');
const attempt = (topic: string, payload: string, input = '') =>
  runCommand({}, ['try-equipment', file, topic, payload], input);

test('try-equipment shows connection, preset, room, source, matching case and status of a message', async () => {
  const { code, stdout, stderr } = await attempt('frigate/room_12_bed/person', '1');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.split('\n').map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
    'connection cameras, with the preset for Frigate',
    '',
    'room harbour/room-1',
    'topic {bed}/person',
    'source cameras/people (camera)',
    'values people "1"',
    'case 1 of 1: people is above -1',
    'accepted remembers bed=1; without other values it gives the status in_bed (5) after 3 s',
  ]);
});

const fall = '{"device_info":{"device_sn":"6806E51510750004"},"trigger_data":{"type":0,"event":0,"status":1}}';

test.each([
  ['a report', 'milesight/vs373', fall, 0, /accepted +status man_down \(1\)/],
  ['an offline source', 'homeassistant/binary_sensor/bed_12/state', 'unavailable', 0, /unreachable, .* \(12\)/],
  ['a low battery', 'zigbee2mqtt/bed_12', '{"occupancy":true,"battery":9}', 0, /^ {2}battery +9 %$/m],
  ['a signal', 'zigbee2mqtt/bed_12', '{"occupancy":true,"linkquality":51}', 0, /^ {2}signal +20 %$/m],
  ['a heartbeat', 'homeassistant/available', 'online', 0, /the source is online; the status does not change/],
  ['a message that the preset ignores', 'frigate/available', 'online', 0, /ignored +Frigate has started/],
  ['a case of several', 'homeassistant/binary_sensor/bed_12/state', 'on', 0, /case +2 of 2: state is one of on, off/],
  [
    'a time without a zone',
    'sensors/x',
    '{"device":"mat-12","status":3,"at":"2026-03-01T03:11"}',
    0,
    /its time 2026-03-01T03:11 is not used/,
  ],
  ['a status that is not in the table', 'sensors/x', '{"device":"mat-12","status":99}', 0, /status 99; .*"unknown"/],
  ['a retained message that is deleted', 'frigate/stats', '', 0, /ignored +payload is empty/],
  [
    'an unknown device',
    'milesight/vs373',
    '{"device_info":{"device_sn":"77"}}',
    1,
    /refused +device device 77 \(sensor\)/,
  ],
  ['an unknown status word', 'sensors/x', '{"device":"mat-12","status":"AUFF"}', 1, /refused +status is "AUFF"/],
  [
    'a value that no case expects',
    'homeassistant/binary_sensor/bed_12/state',
    'open',
    1,
    /refused +payload matches no/,
  ],
  ['a message that is not JSON', 'sensors/x', 'hello', 1, /refused +payload is not JSON/],
  [
    'a topic that the preset does not use',
    'frigate/room_12/motion',
    'ON',
    1,
    /refused +topic is not read by the preset, which reads frigate\/available, /,
  ],
  [
    'a topic of no connection',
    'zigbee/x',
    '1',
    1,
    /refused +topic is not below the topic of a connection: frigate \(cameras\), /,
  ],
  ["Room Status' own topic", 'roomstatus/harbour/room-1/status', '3', 1, /which needs no equipment file/],
])('try-equipment explains %s', async (_, topic, payload, expected, words) => {
  const { code, stdout } = await attempt(topic, payload);
  expect(stdout).toMatch(words);
  expect(code).toBe(expected);
});

test('try-equipment reads the message from stdin, and prints JSON', async () => {
  const words = ['try-equipment', file, 'milesight/vs373', '-', '--json'];
  const { code, stdout } = await runCommand({}, words, `${fall}\n`);
  expect(code).toBe(0);
  expect(z.looseObject({}).parse(JSON.parse(stdout))).toMatchObject({
    connection: 'radars',
    product: 'Milesight VS373',
    outcome: 'accepted',
    rooms: [{ room: 'harbour/room-1', source: 'radars/radar (radar)', status: 'man_down', outcome: 'accepted' }],
  });
});

test('try-equipment lists the problems of an invalid equipment file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'equipment-'));
  const wrong = join(folder, 'equipment.yaml');
  await writeFile(wrong, 'connections: [{ name: a }]');
  const { code, stdout, stderr } = await runCommand({}, ['try-equipment', wrong, 'a/b', '1']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('connections[0].topic: is missing');
  await rm(folder, { recursive: true });
});
