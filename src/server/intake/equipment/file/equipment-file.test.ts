import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isUnroutable } from '../../mqtt/message.ts';
import { createEquipment } from '../equipment.ts';
import { EquipmentFileError } from './equipment-file-error.ts';
import { presetNames, readEquipmentFile } from './equipment-file.ts';
import { parseYaml } from './read-yaml-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'equipment-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function problemsOf(text: string): Promise<readonly string[]> {
  const file = join(folder, 'equipment.yaml');
  await writeFile(file, text);
  try {
    readEquipmentFile(file);
    return [];
  } catch (error) {
    if (!(error instanceof EquipmentFileError)) throw error;
    const [head, ...problems] = error.message.split('\n');
    expect(head).toBe(`The equipment file ${file} cannot be used:`);
    return problems.map((problem) => problem.trim());
  }
}

const bomb = `a: &a [x]\n${'bcdefgh'
  .split('')
  .map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index]}, `.repeat(9)}]`)
  .join('\n')}`;

const good = `
connections:
  - name: cameras
    preset: frigate
    topic: frigate
    location: harbour
    rooms:
      - { room: room-1, camera: cam_1 }
`;

test('a correct equipment file has no problems', async () => {
  expect(await problemsOf(good)).toEqual([]);
});

test.each([
  ['references that would fill the memory', () => `${good}${bomb}`, /alias/i],
  [
    'a file that is too large',
    () => good + '#'.repeat(1_000_000),
    /^it has 1000\d+ bytes, and at most 1000000 are read$/,
  ],
])('%s: the file is refused with one line', async (_what, text, problem) => {
  expect(await problemsOf(text())).toEqual([expect.stringMatching(problem)]);
});

test.each([
  ['a file without connections', 'rooms: []', ['connections: is missing', 'rooms: is not known']],
  [
    'an unknown preset',
    good.replace('frigate\n', 'frigat\n'),
    [
      'connections[0].preset: must be one of frigate, home-assistant, zigbee2mqtt, esphome, shelly, milesight-vs373, axis, generic-json',
    ],
  ],
  [
    'a connection without a preset',
    good.replace('    preset: frigate\n', ''),
    ['connections[0]: either preset or presetFile is needed'],
  ],
  [
    'a wildcard in the topic',
    good.replace('topic: frigate', 'topic: frigate/#'),
    ['connections[0].topic: must be the start of a topic, without wildcards or a final slash'],
  ],
  [
    'an unknown role',
    good.replace('camera: cam_1', 'camera: cam_1, bett: b'),
    ['connections[0].rooms[0].bett: must be one of camera, bed, bathroom'],
  ],
  [
    'a missing role',
    good.replace('camera: cam_1', 'bed: b'),
    ['connections[0].rooms[0].camera: is missing (the name of the camera in Frigate)'],
  ],
  [
    'a connection without rooms',
    good.replace(/rooms:[^]*/, 'rooms: []\n'),
    [expect.stringContaining('connections[0].rooms: ')],
  ],
  ['an unknown field', `${good}    colour: red\n`, ['connections[0].colour: is not known']],
  [
    'a preset file that does not exist',
    good.replace('preset: frigate', 'presetFile: mine.json'),
    [expect.stringMatching(/mine\.json\): it cannot be read: ENOENT/)],
  ],
  ['an empty file', '', ['it must begin with `connections:`']],
  ['a bare list', '- name: cameras\n', ['it must begin with `connections:`']],
  ['a connection without its dash', good.replace('- name', '  name'), [expect.stringContaining('"- name:"')]],
  [
    'a status word with an unknown meaning',
    `${good}    statuses: { AUF: out_of_bett, ZU: in_bed, WEG: "5" }\n`,
    ['connections[0].statuses.AUF: out_of_bett is neither a status name nor a code'],
  ],
  [
    'an unknown value',
    good
      .replace('preset: frigate', 'preset: generic-json\n    values: { devise: $.info.eui }')
      .replace('camera: cam_1', 'device: m'),
    ['connections[0].values.devise: must be one of device, status, online, at, id, battery, rssi'],
  ],
  [
    'an invalid path of a value',
    `${good}    values: { status: object.alarm }\n`,
    ['connections[0].values.status: must be a path in the JSON such as $.object.alarm, or topic.1'],
  ],
  [
    'a name without the part that its preset needs',
    good.replace('preset: frigate', 'preset: esphome').replace('camera: cam_1', 'bed: bed-1'),
    ['connections[0].rooms[0].bed: must be node/sensor'],
  ],
  [
    'a name with an empty part',
    good.replace('preset: frigate', 'preset: esphome').replace('camera: cam_1', 'bed: bed-1/'),
    ['connections[0].rooms[0].bed: must be node/sensor'],
  ],
  [
    'a name with a slash that is one topic level',
    good.replace('preset: frigate', 'preset: zigbee2mqtt').replace('camera: cam_1', 'bed: room_1/bed'),
    ['connections[0].rooms[0].bed: must not contain a slash, because it is one topic level'],
  ],
  ['a file that is not YAML', 'connections: [', [expect.stringContaining('line 1')]],
])('the equipment file is refused with the field at fault: %s', async (_, text, reasons) => {
  expect(await problemsOf(text)).toEqual(reasons);
});

test('all problems of a file are listed at once', async () => {
  const twice = good + good.replace('\nconnections:\n', '').replace('camera:', 'bett:');
  expect(await problemsOf(twice)).toEqual([
    'connections[1].rooms[0].bett: must be one of camera, bed, bathroom',
    expect.stringContaining('connections[1].rooms[0].camera: is missing'),
    'connections[1].name: cameras is used twice',
    'connections[1].topic: frigate and frigate of cameras overlap',
  ]);
});

test('the examples of the guide make up docs/equipment.yaml, and that file is correct', () => {
  const docs = join(import.meta.dirname, '../../../../../docs');
  const examples = [...readFileSync(join(docs, 'connect-equipment.md'), 'utf8').matchAll(/```yaml\n([^]*?)```/g)]
    .map(([, example = '']) => example)
    .filter((example) => /^(connections:| {2}- name: )/.test(example));
  const file = join(docs, 'equipment.yaml');
  expect(readFileSync(file, 'utf8').replace(/^#.*\n/, '')).toBe(examples.join('').replace(/ +#/g, ' #'));
  expect(readEquipmentFile(file).map(({ preset }) => preset.product)).toHaveLength(presetNames.length);
});

test('an installer can add a preset; an incorrect one is refused with the field at fault', async () => {
  const preset = {
    product: 'Pillow',
    documents: [],
    roles: { pillow: { about: 'its number', required: true } },
    messages: [{ topic: '{pillow}', values: { head: 'text' }, cases: [{ if: { head: 'down' }, status: 'in_bed' }] }],
  };
  const own = good.replace('preset: frigate', 'presetFile: mine.json').replace('camera: cam_1', 'pillow: "7"');
  await writeFile(join(folder, 'mine.json'), JSON.stringify(preset));
  expect(await problemsOf(own)).toEqual([]);
  const equipment = createEquipment(readEquipmentFile(join(folder, 'equipment.yaml')));
  expect(
    equipment
      .findByTopic('frigate/7')
      ?.parseMessage({ topic: 'frigate/7', payload: Buffer.from('down'), retainedAt: null }),
  ).toHaveLength(1);
  const [message] = preset.messages;
  const measured = { ...message, battery: 'charge', signal: { value: 'rssi', unit: 'dBm' } };
  await writeFile(join(folder, 'mine.json'), JSON.stringify({ ...preset, messages: [measured] }));
  expect(await problemsOf(own)).toEqual([
    expect.stringMatching(/mine\.json, messages\[0\]\.battery\): must be one of values$/),
    expect.stringMatching(/mine\.json, messages\[0\]\.signal\.value\): must be one of values$/),
  ]);
  await writeFile(join(folder, 'mine.json'), JSON.stringify({ ...preset, messages: [] }));
  expect((await problemsOf(own))[0]).toMatch(/^connections\[0\]\.presetFile \(.*mine\.json, messages\): /);
});

test.each([
  ['another path', '$.info.eui, status: $.object.alarm', { info: { eui: '24E1' }, object: { alarm: 'man_down' } }],
  ['the topic', 'topic.1', { status: 'man_down' }],
])('a connection can read the name of a device from %s', async (_, value, payload) => {
  const own = good.replace('preset: frigate', `preset: generic-json\n    values: { device: ${value} }`);
  expect(await problemsOf(own.replace('camera: cam_1', 'device: "24E1"'))).toEqual([]);
  const equipment = createEquipment(readEquipmentFile(join(folder, 'equipment.yaml')));
  const message = { topic: 'frigate/24E1/state', payload: Buffer.from(JSON.stringify(payload)), retainedAt: null };
  const parsed = equipment.findByName('cameras')?.parseMessage(message);
  const [item] = parsed === undefined || isUnroutable(parsed) ? [] : parsed;
  expect(item !== undefined && 'incoming' in item && item.incoming('x')).toMatchObject({ kind: 'report', status: 1 });
});

test('a key that occurs twice in a map is refused, and the first and last of thousands are compared', () => {
  const keys = Array.from({ length: 50_000 }, (_none, index) => `k${index}: 1`).join('\n');
  expect(parseYaml(keys)).toHaveProperty('content');
  expect(parseYaml(`${keys}\nk0: { "a": 1, a: 2 }`)).toEqual({
    problems: [
      expect.objectContaining({ field: 'line 50001', code: 'key-twice', values: { key: 'k0' } }),
      expect.objectContaining({ field: 'line 50001', code: 'key-twice', values: { key: 'a' } }),
    ],
  });
});
