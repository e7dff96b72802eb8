import { box, group } from './building.ts';
import type { Ellipsoid, Group, Point } from './scene.ts';

/** An armchair for whoever watches the garden. */
export function armchair([x, z]: readonly [number, number], turn: number): Group {
  const part = (paint: 'fabric' | 'rail', low: Point, high: Point) =>
    box(paint, [x + low[0], low[1], z + low[2]], [x + high[0], high[1], z + high[2]]);
  return group(
    [
      part('fabric', [-0.3, 0.3, -0.3], [0.3, 0.44, 0.3]),
      part('fabric', [-0.3, 0.44, -0.34], [0.3, 0.98, -0.22]),
      part('rail', [-0.36, 0.58, -0.3], [-0.3, 0.63, 0.28]),
      part('rail', [0.3, 0.58, -0.3], [0.36, 0.63, 0.28]),
      part('rail', [-0.36, 0, 0.23], [-0.31, 0.6, 0.28]),
      part('rail', [0.31, 0, 0.23], [0.36, 0.6, 0.28]),
      part('rail', [-0.36, 0, -0.3], [-0.31, 0.6, -0.25]),
      part('rail', [0.31, 0, -0.3], [0.36, 0.6, -0.25]),
    ],
    [x, z],
    turn,
  );
}

/** A tall house plant: leaves around a stem, each turned by the golden angle from the last. */
export function plant([x, z]: readonly [number, number], leaves = 17): Ellipsoid[] {
  const pot: Ellipsoid = {
    centre: [x, 0.2, z],
    axes: [
      [0.2, 0, 0],
      [0, 0.26, 0],
      [0, 0, 0.2],
    ],
    paint: 'pot',
  };
  const golden = Math.PI * (3 - Math.sqrt(5));
  const foliage = Array.from({ length: leaves }, (_, index): Ellipsoid => {
    const along = index / leaves;
    const angle = index * golden;
    const rise = 0.15 + 1.1 * along;
    const [dx, dz] = [Math.cos(angle), Math.sin(angle)];
    const length = 0.3 - 0.1 * Math.abs(along - 0.4);
    const cos = 1 / Math.hypot(1, rise);
    const sin = rise * cos;
    const reach = 0.08 + length * cos;
    return {
      centre: [x + dx * reach, 0.45 + along * 0.85 + length * sin * 0.6, z + dz * reach],
      axes: [
        [dx * cos * length, sin * length, dz * cos * length],
        [-dx * sin * 0.02, cos * 0.02, -dz * sin * 0.02],
        [-dz * 0.09, 0, dx * 0.09],
      ],
      paint: 'foliage',
    };
  });
  return [pot, ...foliage];
}
