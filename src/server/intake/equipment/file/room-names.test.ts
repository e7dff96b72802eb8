import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problemLine } from '../../../shared/reason.ts';
import { readEquipmentFile } from './equipment-file.ts';
import { checkRoomNames } from './room-names.ts';

const [frigate] = readEquipmentFile(join(import.meta.dirname, '../samples/equipment.yaml'));

function problemsOf(...rooms: Parameters<typeof checkRoomNames>[0]): readonly string[] {
  return frigate === undefined ? ['no preset'] : checkRoomNames(rooms, frigate.preset).map(problemLine);
}

const cam1 = { camera: 'cam_1' };

test.each([
  ['one camera for both', cam1, cam1, ['camera: cam_1']],
  ['one bed of one camera for both', { ...cam1, bed: 'b' }, { ...cam1, bed: 'b' }, ['camera: cam_1', 'bed: b']],
  ['a camera, and a bed of it', cam1, { ...cam1, bed: 'b' }, ['camera: cam_1']],
  ['a bed of a camera, and the camera', { ...cam1, bed: 'b' }, cam1, ['camera: cam_1']],
  ['two beds of one camera', { ...cam1, bed: 'b' }, { ...cam1, bed: 'c' }, []],
  ['cameras that differ in letter case', cam1, { camera: 'Cam_1' }, []],
])('two rooms may not share a device: %s', (_, first, second, shared) => {
  expect(problemsOf({ room: 'room-1', names: first }, { room: 'room-2', names: second })).toEqual(
    shared.map((name) => `rooms[1].${name} is already used by rooms[0]`),
  );
});

test.each([
  ['two cameras', cam1, { camera: 'cam_2' }, ['camera']],
  ['two beds of one camera', { ...cam1, bed: 'b' }, { ...cam1, bed: 'c' }, ['bed']],
  ['one camera that is listed twice', cam1, { ...cam1, bed: 'b' }, []],
])('a room may not have two different devices in one role: %s', (_, first, second, roles) => {
  expect(problemsOf({ room: 'room-1', names: first }, { room: 'room-1', names: second })).toEqual(
    roles.map((role) => `rooms[1].${role}: room-1 already has another one in rooms[0]`),
  );
});
