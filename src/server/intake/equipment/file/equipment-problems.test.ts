import { expect, test } from 'vitest';
import { parseEquipment } from './equipment-file.ts';
import { EquipmentFileError } from './equipment-file-error.ts';

function problemsOf(text: string) {
  try {
    parseEquipment('/etc/room-status/equipment.yaml', text, () => false);
    return [];
  } catch (error) {
    if (!(error instanceof EquipmentFileError)) throw error;
    return error.problems.map(({ field, code, values }) => [field, code, values]);
  }
}

const cameras = `connections:
  - name: cameras
    preset: frigate
    topic: frigate
    location: harbour
    rooms:
      - { room: room-1, camera: cam_1 }
`;
const room = 'connections[0].rooms[0]';

test.each([
  ['a bracket that is not closed', 'connections: [', 'line 1', 'not-yaml', { column: '15' }],
  ['a key that is there twice', `${cameras}    topic: cctv\n`, 'line 8', 'key-twice', { key: 'topic' }],
  ['a list instead of connections', '- name: cameras\n', '', 'no-connections', {}],
  ['no list', 'connections: {}', 'connections', 'connection-list', {}],
  ['a missing preset', cameras.replace(/ +preset.*\n/, ''), 'connections[0]', 'one-preset', undefined],
  [
    'a preset file',
    cameras.replace('preset:', 'presetFile:'),
    'connections[0].presetFile',
    'path-on-server',
    undefined,
  ],
  ['a name with a space', cameras.replace('name: c', 'name: my c'), 'connections[0].name', 'plain-word', undefined],
  ['a wildcard', cameras.replace('topic: frigate', 'topic: a/#'), 'connections[0].topic', 'topic-start', undefined],
  [
    'a word that is no status',
    `${cameras}    statuses: { AUF: up }`,
    'connections[0].statuses.AUF',
    'not-a-status',
    { word: 'up' },
  ],
  [
    'a path that is none',
    `${cameras}    values: { status: alarm }`,
    'connections[0].values.status',
    'value-path',
    undefined,
  ],
  [
    'an unknown role',
    cameras.replace('cam_1', 'cam_1, x: y'),
    `${room}.x`,
    'not-in-list',
    { options: 'camera, bed, bathroom' },
  ],
  ['a missing device', cameras.replace('camera:', 'bed:'), `${room}.camera`, 'no-name-in-role', {}],
  ['a slash', cameras.replace('cam_1', 'a/b'), `${room}.camera`, 'slash-in-name', undefined],
  [
    'a missing part',
    cameras.replace('frigate\n', 'esphome\n').replace('camera:', 'bed:'),
    `${room}.bed`,
    'not-these-parts',
    { parts: 'node/sensor' },
  ],
  [
    'a camera of another room',
    `${cameras}      - { room: room-2, camera: cam_1 }`,
    'connections[0].rooms[1].camera',
    'device-used',
    { name: 'cam_1', room: 'room-1' },
  ],
  [
    'a second camera',
    `${cameras}      - { room: room-1, camera: cam_2 }`,
    'connections[0].rooms[1].camera',
    'second-device',
    { room: 'room-1', other: 'cam_1' },
  ],
])('a page can tell in its language what is wrong with an equipment file: %s', (_what, text, field, code, values) => {
  expect(problemsOf(text)).toEqual([[field, code, values && expect.objectContaining(values)]]);
});

test('a page can tell in its language that two connections have one name and one topic', () => {
  expect(problemsOf(cameras + cameras.replace('connections:\n', ''))).toEqual([
    ['connections[1].name', 'name-twice', { name: 'cameras' }],
    ['connections[1].topic', 'topics-overlap', { topic: 'frigate', other: 'frigate', name: 'cameras' }],
  ]);
});
