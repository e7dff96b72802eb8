import {
  box,
  casingAlongZ,
  closedDoorAlongZ,
  doorHeight,
  group,
  railAlongZ,
  roomHeight,
  signalLampAlongZ,
  wallAlongX,
  wallAlongZ,
  wallThickness,
} from './building.ts';
import { armchair, plant } from './furniture.ts';
import type { Scene } from './scene.ts';

const half = 1.5;
const end = -9;
/** The doorway that stands ajar, in the left wall. */
const [far, near] = [-3.7, -2.5];
const left = [-half - wallThickness, -half] as const;
const right = [half, half + wallThickness] as const;
const sunk = { sill: 0, head: doorHeight };

const shell = group([
  box('floor', [-half, -0.1, end - 0.2], [half, 0, 2]),
  box('ceiling', [-half, roomHeight, end - 0.2], [half, roomHeight + 0.1, 2]),
  box('wall', [-half - 0.2, 0, 2], [half + 0.2, roomHeight, 2.1]),
  ...wallAlongZ(
    'wall',
    left,
    [end, 2],
    [
      { from: -7.3, to: -6.1, ...sunk },
      { from: far, to: near, ...sunk },
    ],
  ),
  ...wallAlongZ('wall', right, [end, 2], [{ from: -5.7, to: -4.5, ...sunk }]),
  ...wallAlongX('wall', [end - 0.2, end], [-half, half], [{ from: -1.1, to: 1.1, sill: 0.35, head: 2.4 }]),
]);

const window = group([
  box('frame', [-1.15, 0.3, end], [1.15, 0.36, end + 0.03]),
  box('frame', [-0.03, 0.35, end - 0.1], [0.03, 2.4, end - 0.05]),
  box('frame', [-1.1, 1.75, end - 0.1], [1.1, 1.79, end - 0.05]),
]);

const curtains = group([
  box('curtain', [-half, 0.02, end + 0.03], [-1.0, 2.5, end + 0.12]),
  box('curtain', [1.0, 0.02, end + 0.03], [half, 2.5, end + 0.12]),
  box('rail', [-half, 2.5, end + 0.05], [half, 2.54, end + 0.09]),
]);

const leftSide = group([
  ...casingAlongZ(-half, 1, far, near),
  signalLampAlongZ(-half, 1, (far + near) / 2, 'litLamp'),
  box('plate', [-half, 1.5, near + 0.22], [-half + 0.012, 1.66, near + 0.42]),
  ...railAlongZ(-half, 1, near + 0.12, 1.9),
  ...railAlongZ(-half, 1, -5.9, far - 0.15),
  ...closedDoorAlongZ(-half, 1, -7.3, -6.1),
  ...railAlongZ(-half, 1, end + 0.1, -7.45),
]);

const rightSide = group([
  ...closedDoorAlongZ(half, -1, -5.7, -4.5),
  ...railAlongZ(half, -1, -4.35, 1.9),
  ...railAlongZ(half, -1, end + 0.1, -5.85),
]);

/** The lit room behind the door. */
const room = group([
  box('roomWall', [-5.6, 0, -5.3], [left[0], roomHeight, -5.2]),
  box('roomWall', [-5.6, 0, -1.4], [left[0], roomHeight, -1.3]),
  box('roomWall', [-5.7, 0, -5.3], [-5.6, roomHeight, -1.3]),
  box('floor', [-5.6, -0.1, -5.3], [left[0], 0, -1.3]),
  box('ceiling', [-5.6, roomHeight, -5.3], [left[0], roomHeight + 0.1, -1.3]),
  box('rail', [-3.25, 0.3, -4.34], [-2.2, 0.64, -4.3]),
  box('rail', [-2.25, 0, -4.34], [-2.2, 0.64, -4.29]),
  box('rail', [-3.25, 0, -4.34], [-3.2, 0.64, -4.29]),
  box('rail', [-3.25, 0.08, -5.2], [-2.2, 1.05, -5.15]),
  box('linen', [-3.2, 0.32, -5.15], [-2.25, 0.54, -4.34]),
  box('blanket', [-3.22, 0.34, -4.8], [-2.22, 0.6, -4.34]),
  box('metal', [left[0], -0.05, far], [left[1], 0.008, near]),
  box('picture', [-2.62, 1.3, -5.2], [-2.2, 1.85, -5.17]),
]);

const leaf = group(
  [
    box('wood', [-half - 0.1, 0.005, far + 0.01], [-half - 0.05, doorHeight, near]),
    box('metal', [-half - 0.05, 1.03, far + 0.06], [-half + 0.01, 1.06, far + 0.2]),
  ],
  [-half - 0.1, near],
  -0.42,
);

export const wideScene: Scene = {
  groups: [shell, window, curtains, leftSide, rightSide, room, leaf, armchair([0.72, -7.6], -0.7)],
  ellipsoids: plant([-1.0, -8.3]),
  lamp: { centre: [-2.75, 2.5, -4.3], radius: 0.14, light: [230, 118, 40] },
  window: { corner: [-1.1, 0.35, end - 0.1], across: [2.2, 0, 0], up: [0, 2.05, 0] },
  moon: { towards: [0.3, 0.42, -1], shown: [-0.105, 0.085, -1], light: [0.1, 0.15, 0.24] },
  camera: { eye: [0.55, 1.35, 0.1], yaw: 0, focal: 0.78, shift: [-0.13, -0.02] },
};
