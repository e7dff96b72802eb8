import {
  box,
  casingAlongZ,
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

/** The wall we look at, and the doorway in it. The picture's right is towards -z. */
const face = -1.5;
const [hinge, latch] = [-0.2, 0.95];
const sunk = { sill: 0, head: doorHeight };

const shell = group([
  box('floor', [face, -0.1, -3.5], [4.6, 0, 2.6]),
  box('ceiling', [face, roomHeight, -3.5], [4.6, roomHeight + 0.1, 2.6]),
  box('wall', [4.6, 0, -3.5], [4.7, roomHeight, 2.6]),
  box('wall', [face, 0, -3.6], [4.6, roomHeight, -3.5]),
  ...wallAlongZ('wall', [face - wallThickness, face], [-3.5, 2.6], [{ from: hinge, to: latch, ...sunk }]),
  ...wallAlongX('wall', [2.6, 2.8], [face, 4.6], [{ from: 0.5, to: 1.25, sill: 0.85, head: 2.45 }]),
]);

/** Its bars are seen only as shadows. */
const window = group([
  box('frame', [0.855, 0.85, 2.68], [0.895, 2.45, 2.72]),
  box('frame', [0.5, 1.63, 2.68], [1.25, 1.67, 2.72]),
]);

const wallSide = group([
  ...casingAlongZ(face, 1, hinge, latch),
  signalLampAlongZ(face, 1, (hinge + latch) / 2, 'litLamp'),
  box('plate', [face, 1.48, hinge - 0.42], [face + 0.012, 1.64, hinge - 0.22]),
  ...railAlongZ(face, 1, -3.4, hinge - 0.15),
  ...railAlongZ(face, 1, latch + 0.15, 2.5),
]);

const room = group([
  box('roomWall', [-5.1, 0, -2.1], [-5, roomHeight, 2.6]),
  box('roomWall', [-5, 0, -2.1], [face - wallThickness, roomHeight, -2]),
  box('roomWall', [-5, 0, 2.5], [face - wallThickness, roomHeight, 2.6]),
  box('floor', [-5, -0.1, -2], [face - wallThickness, 0, 2.5]),
  box('ceiling', [-5, roomHeight, -2], [face - wallThickness, roomHeight + 0.1, 2.5]),
  box('linen', [-5, 0.32, 0.9], [-3.1, 0.54, 1.9]),
  box('blanket', [-4.3, 0.34, 0.87], [-3.1, 0.6, 1.93]),
  box('rail', [-5, 0.1, 0.86], [-4.95, 1.05, 1.94]),
  box('rail', [-3.1, 0.3, 0.86], [-3.06, 0.66, 1.94]),
  box('rail', [-3.1, 0, 0.86], [-3.05, 0.66, 0.91]),
  box('rail', [-3.1, 0, 1.89], [-3.05, 0.66, 1.94]),
  box('metal', [face - wallThickness, -0.05, hinge], [face, 0.008, latch]),
  box('picture', [-5, 1.35, 1.05], [-4.97, 1.85, 1.6]),
]);

const leaf = group(
  [
    box('wood', [face - 0.1, 0.005, hinge], [face - 0.05, doorHeight, latch - 0.01]),
    box('metal', [face - 0.05, 1.03, latch - 0.2], [face + 0.01, 1.06, latch - 0.06]),
  ],
  [face - 0.1, hinge],
  0.8,
);

export const narrowScene: Scene = {
  groups: [shell, window, wallSide, room, leaf, armchair([-0.85, -1.0], 1.2)],
  ellipsoids: plant([-0.95, 1.36]),
  lamp: { centre: [-3.2, 2.52, 1.35], radius: 0.12, light: [230, 118, 40] },
  window: { corner: [0.5, 0.85, 2.75], across: [0.75, 0, 0], up: [0, 1.6, 0] },
  moon: { towards: [0.45, 0.17, 0.68], shown: [0, 1, 0], light: [0.11, 0.19, 0.33] },
  camera: { eye: [3.7, 1.4, 0], yaw: Math.PI / 2, focal: 1, shift: [0, 0.12] },
};
