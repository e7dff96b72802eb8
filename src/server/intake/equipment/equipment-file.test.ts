import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isUnroutable } from '../mqtt/message.ts';
import { createEquipment } from './equipment.ts';
import { EquipmentFileError, presetNames, readEquipmentFile } from './equipment-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'equipment-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function complaintsOf(text: string): Promise<readonly string[]> {
  const file = join(folder, 'equipment.yaml');
  await writeFile(file, text);
  try {
    readEquipmentFile(file);
    return [];
  } catch (error) {
    if (!(error instanceof EquipmentFileError)) throw error;
    const [head, ...reasons] = error.message.split('\n');
    expect(head).toBe(`The equipment file ${file} cannot be used:`);
    return reasons.map((reason) => reason.trim());
  }
}

const good = `
connections:
  - name: cameras
    preset: frigate
    topic: frigate
    location: harbour
    rooms:
      - { room: room-1, camera: cam_1 }
`;

test('a good file is taken', async () => {
  expect(await complaintsOf(good)).toEqual([]);
});

test.each([
  ['no list', 'rooms: []', ['connections: is missing', 'rooms: is not known']],
  [
    'a preset that there is not',
    good.replace('frigate\n', 'frigat\n'),
    ['connections[0].preset: is none of frigate, home-assistant, milesight-vs373, axis, generic-json'],
  ],
  ['no preset', good.replace('    preset: frigate\n', ''), ['connections[0].preset: is needed, or presetFile instead']],
  [
    'a wildcard in the topic',
    good.replace('topic: frigate', 'topic: frigate/#'),
    ['connections[0].topic: must be the start of a topic, without wildcards or a slash at its end'],
  ],
  [
    'a word that is none of the roles',
    good.replace('camera: cam_1', 'camera: cam_1, bett: b'),
    ['connections[0].rooms[0].bett: is none of camera, bed, bathroom'],
  ],
  [
    'a role that is missing',
    good.replace('camera: cam_1', 'bed: b'),
    ["connections[0].rooms[0].camera: is missing (the camera's name in Frigate)"],
  ],
  ['no rooms', good.replace(/rooms:[^]*/, 'rooms: []\n'), [expect.stringContaining('connections[0].rooms: ')]],
  ['a field that nobody knows', `${good}    colour: red\n`, ['connections[0].colour: is not known']],
  [
    'a preset file that is not there',
    good.replace('preset: frigate', 'presetFile: mine.json'),
    [expect.stringMatching(/mine\.json cannot be read: ENOENT/)],
  ],
  ['an empty file', '', ['the file: must begin with `connections:`']],
  ['a bare list', '- name: cameras\n', ['the file: must begin with `connections:`']],
  ['one connection without its dash', good.replace('- name', '  name'), [expect.stringContaining('"- name:"')]],
  [
    "a product's word for a status that there is not",
    `${good}    statuses: { AUF: out_of_bett, ZU: in_bed, WEG: "5" }\n`,
    ['connections[0].statuses.AUF: out_of_bett is neither a status name nor a code'],
  ],
  [
    'values that the preset does not read, or that are nowhere in JSON',
    good
      .replace('preset: frigate', 'preset: generic-json\n    values: { devise: $.info.eui, status: object.alarm }')
      .replace('camera: cam_1', 'device: m'),
    [
      'connections[0].values.devise: is none of device, status, online, at, id',
      'connections[0].values.status: must be a place in the JSON such as $.object.alarm',
    ],
  ],
  ['no YAML', 'connections: [', [expect.stringContaining('line 1')]],
])('%s: the reason names the field', async (_, text, reasons) => {
  expect(await complaintsOf(text)).toEqual(reasons);
});

const withSecond = (first: string, second: string) =>
  good.replace(/ {6}- .*\n/, `      - { room: room-1, ${first} }\n      - { ${second} }\n`);

test.each([
  ['one camera', 'camera: cam_1', 'room: room-2, camera: cam_1', ['camera: cam_1']],
  ['one bed', 'camera: cam_1, bed: b', 'room: room-2, camera: cam_1, bed: b', ['camera: cam_1', 'bed: b']],
  ['a camera, and its bed alone', 'camera: cam_1', 'room: room-2, camera: cam_1, bed: b', ['camera: cam_1']],
  ['a bed, and its camera alone', 'camera: cam_1, bed: b', 'room: room-2, camera: cam_1', ['camera: cam_1']],
  ['one camera with two beds', 'camera: cam_1, bed: b', 'room: room-2, camera: cam_1, bed: c', []],
  ['another letter case, so another camera', 'camera: cam_1', 'room: room-2, camera: Cam_1', []],
  ['two cameras of one room', 'camera: cam_1', 'room: room-1, camera: cam_2', []],
  ['one room twice', 'camera: cam_1', 'room: room-1, camera: cam_1, bed: b', []],
])('%s for two rooms: what is about both is refused', async (_, first, second, taken) => {
  expect(await complaintsOf(withSecond(first, second))).toEqual(
    taken.map((name) => `connections[0].rooms[1].${name} is that of rooms[0] already`),
  );
});

test('all that is wrong is said at once', async () => {
  const twice = good + good.replace('\nconnections:\n', '').replace('frigate\n', 'none\n');
  expect(await complaintsOf(twice)).toEqual([
    expect.stringContaining('connections[1].preset: is none of'),
    'connections[1].name: cameras is there twice',
    'connections[1].topic: frigate and frigate of cameras lie within each other',
  ]);
});

test("the guide's pieces are the file for the demo, and it is taken", () => {
  const docs = join(import.meta.dirname, '../../../../docs');
  const pieces = [...readFileSync(join(docs, 'connect-equipment.md'), 'utf8').matchAll(/```yaml\n([^]*?)```/g)]
    .map(([, piece = '']) => piece)
    .filter((piece) => /^(connections:| {2}- name: )/.test(piece));
  const file = join(docs, 'equipment.yaml');
  expect(readFileSync(file, 'utf8').replace(/^#.*\n/, '')).toBe(pieces.join('').replace(/ +#/g, ' #'));
  expect(readEquipmentFile(file).map(({ preset }) => preset.product)).toHaveLength(presetNames.length);
});

test("a preset of one's own is as good as ours; one that is wrong is named with its field", async () => {
  const preset = {
    product: 'Pillow',
    documents: [],
    roles: { pillow: { about: 'its number', required: true } },
    messages: [{ topic: '{pillow}', values: { head: 'text' }, cases: [{ if: { head: 'down' }, status: 'in_bed' }] }],
  };
  const own = good.replace('preset: frigate', 'presetFile: mine.json').replace('camera: cam_1', 'pillow: "7"');
  await writeFile(join(folder, 'mine.json'), JSON.stringify(preset));
  expect(await complaintsOf(own)).toEqual([]);
  const equipment = createEquipment(readEquipmentFile(join(folder, 'equipment.yaml')));
  expect(equipment.read({ topic: 'frigate/7', payload: Buffer.from('down'), retainedAt: null })).toHaveLength(1);
  await writeFile(join(folder, 'mine.json'), JSON.stringify({ ...preset, messages: [] }));
  expect((await complaintsOf(own))[0]).toMatch(/^connections\[0\]\.presetFile, in .*mine\.json, messages: /);
});

test('a value may lie elsewhere than the preset expects it', async () => {
  const file = join(folder, 'equipment.yaml');
  await writeFile(
    file,
    good
      .replace('preset: frigate', 'preset: generic-json\n    values: { device: $.info.eui, status: $.object.alarm }')
      .replace('camera: cam_1', 'device: "24E1"'),
  );
  const equipment = createEquipment(readEquipmentFile(file));
  const payload = Buffer.from(JSON.stringify({ info: { eui: '24E1' }, object: { alarm: 'man_down' } }));
  const reading = equipment.read({ topic: 'frigate/up', payload, retainedAt: null });
  const [item] = reading === undefined || isUnroutable(reading) ? [] : reading;
  expect(item !== undefined && 'incoming' in item && item.incoming('x')).toMatchObject({ kind: 'report', status: 1 });
});
