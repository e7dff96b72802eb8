import type { Box, Group, Paint, Point } from './scene.ts';

export function box(paint: Paint, low: Point, high: Point): Box {
  return { paint, low, high };
}

export const roomHeight = 2.7;
export const doorHeight = 2.1;
export const wallThickness = 0.16;

/** An opening in a wall: from, to along the wall; sill and head above the floor. */
export interface Opening {
  readonly from: number;
  readonly to: number;
  readonly sill: number;
  readonly head: number;
}

/**
 * A wall along z (the corridor's long walls) between two values of x, with openings cut out.
 * Openings are given in rising order.
 */
export function wallAlongZ(
  paint: Paint,
  x: readonly [number, number],
  z: readonly [number, number],
  openings: readonly Opening[],
): Box[] {
  const solid = (from: number, to: number, low: number, high: number) =>
    box(paint, [x[0], low, from], [x[1], high, to]);
  const parts: Box[] = [];
  let from = z[0];
  for (const opening of openings) {
    parts.push(solid(from, opening.from, 0, roomHeight));
    if (opening.sill > 0) parts.push(solid(opening.from, opening.to, 0, opening.sill));
    parts.push(solid(opening.from, opening.to, opening.head, roomHeight));
    from = opening.to;
  }
  return [...parts, solid(from, z[1], 0, roomHeight)];
}

/** The same along x (end walls). */
export function wallAlongX(
  paint: Paint,
  z: readonly [number, number],
  x: readonly [number, number],
  openings: readonly Opening[],
): Box[] {
  return wallAlongZ(paint, z, x, openings).map(({ low, high }) =>
    box(paint, [low[2], low[1], low[0]], [high[2], high[1], high[0]]),
  );
}

/** The casing around a doorway in a wall along z; `face` is the wall's surface, `out` points away from it. */
export function casingAlongZ(face: number, out: 1 | -1, from: number, to: number): Box[] {
  const width = 0.09;
  const near = Math.min(face - out * wallThickness, face + out * 0.025);
  const far = Math.max(face - out * wallThickness, face + out * 0.025);
  return [
    box('frame', [near, 0, from - width], [far, doorHeight + width, from]),
    box('frame', [near, 0, to], [far, doorHeight + width, to + width]),
    box('frame', [near, doorHeight, from], [far, doorHeight + width, to]),
  ];
}

/** A closed door in a wall along z, with its handle and the plate with the room's number. */
export function closedDoorAlongZ(face: number, out: 1 | -1, from: number, to: number): Box[] {
  const slab = (depth: number) =>
    [Math.min(face - out * 0.06, face - out * depth), Math.max(face - out * 0.06, face - out * depth)] as const;
  const [low, high] = slab(0.11);
  const handle = [
    Math.min(face - out * 0.06, face + out * 0.01),
    Math.max(face - out * 0.06, face + out * 0.01),
  ] as const;
  return [
    ...casingAlongZ(face, out, from, to),
    box('wood', [low, 0.005, from], [high, doorHeight, to]),
    box('metal', [handle[0], 1.03, to - 0.2], [handle[1], 1.06, to - 0.06]),
    plateAlongZ(face, out, to + 0.22),
    signalLampAlongZ(face, out, (from + to) / 2),
  ];
}

function plateAlongZ(face: number, out: 1 | -1, z: number): Box {
  return box(
    'plate',
    [Math.min(face, face + out * 0.012), 1.5, z],
    [Math.max(face, face + out * 0.012), 1.66, z + 0.2],
  );
}

/** The lamp above a door. */
export function signalLampAlongZ(face: number, out: 1 | -1, z: number, paint: 'lamp' | 'litLamp' = 'lamp'): Box {
  return box(
    paint,
    [Math.min(face, face + out * 0.06), 2.3, z - 0.06],
    [Math.max(face, face + out * 0.06), 2.4, z + 0.06],
  );
}

/** A handrail on a wall along z, where there are no doors. */
export function railAlongZ(face: number, out: 1 | -1, from: number, to: number): Box[] {
  const [near, far] = [face + out * 0.05, face + out * 0.1];
  const rail = box('rail', [Math.min(near, far), 0.86, from], [Math.max(near, far), 0.95, to]);
  const brackets = [from + 0.25, to - 0.3].map((z) =>
    box('metal', [Math.min(face, near), 0.87, z], [Math.max(face, near), 0.9, z + 0.05]),
  );
  const skirting = box(
    'skirting',
    [Math.min(face, face + out * 0.015), 0, from - 0.02],
    [Math.max(face, face + out * 0.015), 0.11, to + 0.02],
  );
  return [rail, ...brackets, skirting];
}

export function group(boxes: readonly Box[], axis: readonly [number, number] = [0, 0], turn = 0): Group {
  return { boxes, axis, turn };
}
