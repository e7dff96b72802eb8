import { expect, test } from 'vitest';
import { formatProblem } from '../shared/reason.ts';
import { sampleConnections } from '../../../tests/support/equipment/sample-connections.ts';
import { checkDeviceNames } from './room-names.ts';

const [frigate] = sampleConnections;

function problemsOf(...rooms: Parameters<typeof checkDeviceNames>[0]): readonly string[] {
  return frigate === undefined ? ['no preset'] : checkDeviceNames(rooms, frigate.preset).map(formatProblem);
}

const cam1 = { camera: 'cam_1' };

test.each([
  ['one camera for both', cam1, cam1, ['camera: cam_1']],
  ['one bed of one camera for both', { ...cam1, bed: 'b' }, { ...cam1, bed: 'b' }, ['camera: cam_1', 'bed: b']],
  ['a camera, and a bed of it', cam1, { ...cam1, bed: 'b' }, ['camera: cam_1']],
  ['a bed of a camera, and the camera', { ...cam1, bed: 'b' }, cam1, ['camera: cam_1']],
  ['two beds of one camera', { ...cam1, bed: 'b' }, { ...cam1, bed: 'c' }, []],
  ['cameras that differ in letter case', cam1, { camera: 'Cam_1' }, []],
])('two rooms of a connection may not share a device: %s', (_, first, second, shared) => {
  expect(problemsOf({ room: 'room-1', names: first }, { room: 'room-2', names: second })).toEqual(
    shared.map((name) => `rooms[1].${name} belongs to the room room-1 already.`),
  );
});

test.each([
  ['two cameras', cam1, { camera: 'cam_2' }, ['camera']],
  ['two beds of one camera', { ...cam1, bed: 'b' }, { ...cam1, bed: 'c' }, ['bed']],
  ['one camera that is listed twice', cam1, { ...cam1, bed: 'b' }, []],
])('a room may not have two different devices in one role: %s', (_, first, second, roles) => {
  expect(problemsOf({ room: 'room-1', names: first }, { room: 'room-1', names: second })).toEqual(
    roles.map(
      (role) =>
        `rooms[1].${role}: The room room-1 already has ${Object.entries(first).find(([name]) => name === role)?.[1]} here.`,
    ),
  );
});
