import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isUnroutableMessage } from '../../messages/message.ts';
import { presetNames, settingsOfEntry } from '../connection-entry.ts';
import { createEquipment } from '../equipment.ts';
import { EquipmentFileError, formatEquipmentFile, parseEquipmentFile, readEquipmentFile } from './equipment-file.ts';

const file = 'equipment.yaml';

function errorOf(text: string, path = file): EquipmentFileError | undefined {
  try {
    parseEquipmentFile(path, text);
    return undefined;
  } catch (error) {
    if (error instanceof EquipmentFileError) return error;
    throw error;
  }
}
const problemsOf = (text: string, path = file) =>
  errorOf(text, path)?.problems.map(({ field, code, values }) => [field, code, values]);
const equipmentOf = (text: string) => createEquipment(parseEquipmentFile(file, text).map(settingsOfEntry));

const good = `connections:
  - name: cameras
    preset: frigate
    topic: frigate
    location: harbour
    rooms:
      - { room: room-1, camera: cam_1 }
`;
const room = 'connections[0].rooms[0]';

test('an equipment file whose YAML references would fill the memory is refused with one line', () => {
  const names = 'abcdefgh';
  const lists = Array.from(names.slice(1), (name, index) => `${name}: &${name} [${`*${names[index]}, `.repeat(9)}]`);
  const bomb = `a: &a [x]\n${lists.join('\n')}`;
  expect(errorOf(good + bomb)?.problems.map(({ reason }) => reason)).toEqual([expect.stringMatching(/alias/i)]);
});

test('an equipment file with several problems is refused with all of them at once, each with its place', () => {
  const twice = good + good.replace('connections:\n', '').replace('camera:', 'bett:');
  expect(errorOf(twice)?.message.split('\n')).toEqual([
    `The equipment file ${file} cannot be used:`,
    '  connections[1].rooms[0].bett: must be one of camera, bed, bathroom',
    '  connections[1].rooms[0].camera: is missing (the name of the camera in Frigate)',
    '  connections[1].name: There is already a connection with the name cameras.',
    '  connections[1].topic: The topic frigate overlaps with frigate of the connection cameras.',
  ]);
});

test.each([
  ['a bracket that is not closed', 'connections: [', 'line 1', 'not-yaml', { column: '15' }],
  ['a key that is there twice', `${good}    topic: cctv\n`, 'line 8', 'not-yaml', { column: '5' }],
  ['an unknown field', `${good}    colour: red\n`, 'connections[0].colour', 'unknown', undefined],
  ['no rooms', good.replace(/rooms:[^]*/, 'rooms: []\n'), 'connections[0].rooms', 'too-few', { min: '1' }],
  [
    'an unknown preset',
    good.replace('frigate\n', 'frigat\n'),
    'connections[0].preset',
    'not-in-list',
    { options: presetNames.join(', ') },
  ],
  [
    'a word that is no status',
    `${good}    statuses: { AUF: out_of_bett, ZU: in_bed, WEG: "5" }`,
    'connections[0].statuses.AUF',
    'not-a-status',
    { word: 'out_of_bett' },
  ],
  [
    'an unknown value',
    good
      .replace('preset: frigate', 'preset: generic-json\n    values: { devise: $.info.eui }')
      .replace('camera:', 'device:'),
    'connections[0].values.devise',
    'not-in-list',
    { options: 'device, status, online, at, id, battery, rssi' },
  ],
  [
    'a slash in a name that is one topic level',
    good.replace('frigate\n', 'zigbee2mqtt\n').replace('camera: cam_1', 'bed: room_1/bed'),
    `${room}.bed`,
    'slash-in-name',
    undefined,
  ],
  [
    'a name without one of its parts',
    good.replace('frigate\n', 'esphome\n').replace('camera: cam_1', 'bed: bed-1/'),
    `${room}.bed`,
    'not-these-parts',
    { parts: 'node/sensor' },
  ],
])('an equipment file with %s is refused, and a page can tell why in its language', (_, text, field, code, values) => {
  expect(problemsOf(text)).toEqual([[field, code, values && expect.objectContaining(values)]]);
});

test('the examples of connect-equipment.md are together the equipment file of the demo, which has a connection of each preset', () => {
  const source = join(import.meta.dirname, '../../..');
  const guide = readFileSync(join(source, '../docs/connect-equipment.md'), 'utf8');
  const examples = [...guide.matchAll(/```yaml\n([^]*?)```/g)]
    .map(([, example = '']) => example)
    .filter((example) => /^(connections:| {2}- name: )/.test(example));
  const demo = join(source, 'server/demo/demo-equipment.yaml');
  expect(readFileSync(demo, 'utf8').replace(/^#.*\n/, '')).toBe(examples.join('').replace(/ +#/g, ' #'));
  expect(readEquipmentFile(demo)).toHaveLength(presetNames.length);
});

test("an installer's own preset comes from a file, and an incorrect one is refused with the field at fault", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'equipment-'));
  const own = join(folder, 'equipment.yaml');
  const message = { topic: '{pillow}', values: { head: 'text' }, cases: [{ if: { head: 'down' }, status: 'in_bed' }] };
  const preset = {
    product: 'Pillow',
    documents: [],
    roles: { pillow: { about: 'its number', required: true } },
    messages: [message],
  };
  const write = (changed: object) => writeFile(join(folder, 'mine.json'), JSON.stringify({ ...preset, ...changed }));
  const text = good.replace('preset: frigate', 'presetFile: mine.json').replace('camera: cam_1', 'pillow: "7"');
  await write({});
  const sent = { topic: 'frigate/7', payload: Buffer.from('down'), retainedAt: null };
  expect(
    createEquipment(parseEquipmentFile(own, text).map(settingsOfEntry)).findByTopic('frigate/7')?.parseMessage(sent),
  ).toHaveLength(1);
  const entries = parseEquipmentFile(own, text);
  await write({ messages: [{ ...message, battery: 'charge', signal: { value: 'rssi', unit: 'dBm' } }] });
  expect(problemsOf(text, own)).toEqual([
    ['connections[0].ownPreset.messages[0].battery', 'not-a-value', undefined],
    ['connections[0].ownPreset.messages[0].signal.value', 'not-a-value', undefined],
  ]);
  expect(parseEquipmentFile(file, formatEquipmentFile(entries)), 'an exported file has the preset itself').toEqual(
    entries,
  );
  await rm(folder, { recursive: true });
});

test.each([
  ['another path', '$.info.eui, status: $.object.alarm', { info: { eui: '24E1' }, object: { alarm: 'man_down' } }],
  ['the topic', 'topic.1', { status: 'man_down' }],
])('a connection can read the name of a device from %s', (_, value, payload) => {
  const own = good.replace('preset: frigate', `preset: generic-json\n    values: { device: ${value} }`);
  const equipment = equipmentOf(own.replace('camera: cam_1', 'device: "24E1"'));
  const message = { topic: 'frigate/24E1/state', payload: Buffer.from(JSON.stringify(payload)), retainedAt: null };
  const parsed = equipment.findByName('cameras')?.parseMessage(message);
  const [item] = parsed === undefined || isUnroutableMessage(parsed) ? [] : parsed;
  expect(item !== undefined && 'incoming' in item && item.incoming('x')).toMatchObject({ kind: 'report', status: 1 });
});
