import { expect, test } from 'vitest';
import { parseYaml } from '../file/read-yaml-file.ts';
import { editEquipment } from './edit-equipment.ts';

const file = `# The installer's notes.
connections:
  # The cameras of the first floor.
  - name: cameras
    preset: frigate # the one of 2025
    topic: frigate
    location: "harbour"
    rooms:
      - { room: room-1, camera: cam_1 } # by the window
      - { room: room-2, camera: cam_2 }

  - name: mats
    preset: generic-json
    topic: "mats"
    location: harbour
    rooms:
      - { room: room-1, device: 6806E5151 }
`;

const cameras = {
  name: 'cameras',
  preset: 'frigate',
  topic: 'frigate',
  location: 'harbour',
  rooms: [
    { room: 'room-1', camera: 'cam_1' },
    { room: 'room-2', camera: 'cam_2' },
  ],
};

const contentOf = (text: string) => {
  const parsed = parseYaml(text);
  return 'content' in parsed ? parsed.content : parsed.problems;
};

test('a changed topic leaves every other line of the equipment file as it is', () => {
  const edited = editEquipment(file, { index: 0, connection: { ...cameras, topic: 'cctv' } });
  expect(edited).toBe(file.replace('topic: frigate', 'topic: cctv'));
});

test('a room that is added, changed or removed leaves the comments of the other rooms in the equipment file', () => {
  const third = { room: 'room-3', camera: 'cam_3' };
  const added = editEquipment(file, { index: 0, connection: { ...cameras, rooms: [...cameras.rooms, third] } });
  expect(added).toContain('camera: cam_1 } # by the window\n');
  expect(added).toContain('      - { room: room-3, camera: cam_3 }\n');
  const changed = editEquipment(file, { index: 0, connection: { ...cameras, rooms: [cameras.rooms[0], third] } });
  expect(changed).toContain('# by the window');
  expect(changed).not.toContain('cam_2');
  expect(contentOf(changed)).toMatchObject({ connections: [{ rooms: [cameras.rooms[0], third] }, { name: 'mats' }] });
});

test('numbers, words and signs in names stay text when the equipment file is written', () => {
  const names = ['6806E5151', '0012', 'true', 'null', '- a: b', "it's # not a comment", 'שלום 🛏', '<b>', ''];
  const connection = { ...cameras, statuses: Object.fromEntries(names.map((name) => [name, '5'])) };
  const edited = editEquipment(file, { index: 0, connection });
  expect(contentOf(edited)).toMatchObject({ connections: [connection, { name: 'mats' }] });
});

test('a connection is added to an empty equipment file and removed from it again', () => {
  const added = editEquipment('', { index: undefined, connection: cameras });
  expect(contentOf(added)).toEqual({ connections: [cameras] });
  expect(added).toContain('  - name: cameras\n');
  expect(added).toContain('      - { room: room-1, camera: cam_1 }\n');
  const removed = editEquipment(added, { index: 0, connection: null });
  expect(contentOf(removed)).toEqual({ connections: [] });
  expect(removed).toContain('# Products');
  expect(contentOf(editEquipment(removed, { index: undefined, connection: cameras }))).toEqual({
    connections: [cameras],
  });
});

const withReferences = `connections:\n  - &one\n    name: one\n    preset: frigate\n    topic: one\n    location: &place harbour\n    rooms: &rooms\n      - { room: room-1, camera: c }\n  - name: two\n    preset: frigate\n    topic: two\n    location: *place\n    rooms: *rooms\n`;
const [one, two] = ['one', 'two'].map((name) => {
  return { name, preset: 'frigate', topic: name, location: 'harbour', rooms: [{ room: 'room-1', camera: 'c' }] };
});
const otherRooms = { rooms: [{ room: 'room-2', camera: 'c' }] };

test.each([
  ['that refers to another one', 1, { ...two, ...otherRooms }, [one, { ...two, ...otherRooms }]],
  ['that another one refers to', 0, { ...one, ...otherRooms }, [{ ...one, ...otherRooms }, two]],
  ['that another one refers to, its removal,', 0, null, [two]],
])('an edit of a connection %s changes nothing else', (_what, index, connection, expected) => {
  expect(contentOf(editEquipment(withReferences, { index, connection }))).toEqual({ connections: expected });
});
