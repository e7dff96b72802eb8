import { paints, type Box, type Ellipsoid, type Point, type Scene } from './scene.ts';

/** A scene as the arrays that trace.glsl reads, and the GLSL that declares them. */
export interface SceneUniforms {
  readonly declarations: string;
  readonly values: readonly UniformValue[];
}

export interface UniformValue {
  readonly name: string;
  readonly type: 'int' | 'ivec2' | 'float' | 'vec2' | 'vec3' | 'vec4' | 'mat3';
  readonly data: readonly number[];
}

const components = { int: 1, ivec2: 2, float: 1, vec2: 2, vec3: 3, vec4: 4, mat3: 9 } as const;

function around(points: readonly Point[]): readonly [Point, Point] {
  const along = (axis: 0 | 1 | 2) => points.map((point) => point[axis]);
  const [x, y, z] = [along(0), along(1), along(2)];
  return [
    [Math.min(...x), Math.min(...y), Math.min(...z)],
    [Math.max(...x), Math.max(...y), Math.max(...z)],
  ];
}

function reach({ centre, axes }: Ellipsoid): Point[] {
  const size = (axis: 0 | 1 | 2) => Math.hypot(axes[0][axis], axes[1][axis], axes[2][axis]);
  const [x, y, z] = [size(0), size(1), size(2)];
  return [
    [centre[0] - x, centre[1] - y, centre[2] - z],
    [centre[0] + x, centre[1] + y, centre[2] + z],
  ];
}

/** Takes a point of space to one where the ellipsoid is the unit ball; by columns. */
function unitFrame({ axes }: Ellipsoid): number[] {
  const rows = axes.map((axis) => {
    const square = axis[0] ** 2 + axis[1] ** 2 + axis[2] ** 2;
    return axis.map((value) => value / square);
  });
  return [0, 1, 2].flatMap((column) => rows.map((row) => row[column] ?? 0));
}

const middle = ({ low, high }: Box): Point => [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];

function valuesOf(scene: Scene): UniformValue[] {
  const { groups, ellipsoids, lamp, window, moon, camera } = scene;
  const boxes = groups.flatMap((group) => group.boxes);
  const bounds = groups.map((group) => around(group.boxes.flatMap(({ low, high }) => [low, high])));
  const firsts = groups.reduce<number[]>((sums, group) => [...sums, (sums.at(-1) ?? 0) + group.boxes.length], [0]);
  const foliage = around(ellipsoids.flatMap(reach));
  const glows = boxes.filter((box) => box.paint === 'litLamp').map(middle);
  const value = (name: string, type: UniformValue['type'], data: readonly number[]) => ({ name, type, data });
  return [
    value(
      'boxLow',
      'vec3',
      boxes.flatMap((box) => box.low),
    ),
    value(
      'boxHigh',
      'vec3',
      boxes.flatMap((box) => box.high),
    ),
    value(
      'boxPaint',
      'int',
      boxes.map((box) => paints.indexOf(box.paint)),
    ),
    value('groupFirst', 'int', firsts),
    value(
      'groupLow',
      'vec3',
      bounds.flatMap(([low]) => low),
    ),
    value(
      'groupHigh',
      'vec3',
      bounds.flatMap(([, high]) => high),
    ),
    value(
      'groupAxis',
      'vec4',
      groups.flatMap(({ axis = [0, 0], turn = 0 }) => [...axis, Math.cos(turn), Math.sin(turn)]),
    ),
    value(
      'ellipsoidCentre',
      'vec3',
      ellipsoids.flatMap(({ centre }) => centre),
    ),
    value('ellipsoidFrame', 'mat3', ellipsoids.flatMap(unitFrame)),
    value(
      'ellipsoidPaint',
      'int',
      ellipsoids.map(({ paint }) => paints.indexOf(paint)),
    ),
    value('ellipsoidsLow', 'vec3', foliage[0]),
    value('ellipsoidsHigh', 'vec3', foliage[1]),
    value('glowCentre', 'vec3', glows.flat()),
    value('lampCentre', 'vec3', lamp.centre),
    value('lampRadius', 'float', [lamp.radius]),
    value('lampLight', 'vec3', lamp.light),
    value('windowCorner', 'vec3', window.corner),
    value('windowAcross', 'vec3', window.across),
    value('windowUp', 'vec3', window.up),
    value('moonTowards', 'vec3', moon.towards),
    value('moonShown', 'vec3', moon.shown),
    value('moonLight', 'vec3', moon.light),
    value('cameraEye', 'vec3', camera.eye),
    value('cameraYaw', 'float', [camera.yaw]),
    value('cameraFocal', 'float', [camera.focal]),
    value('cameraShift', 'vec2', camera.shift),
  ];
}

const arrays = new Set([
  'boxLow',
  'boxHigh',
  'boxPaint',
  'groupFirst',
  'groupLow',
  'groupHigh',
  'groupAxis',
  'ellipsoidCentre',
  'ellipsoidFrame',
  'ellipsoidPaint',
  'glowCentre',
]);

export function sceneUniforms(scene: Scene): SceneUniforms {
  const values = valuesOf(scene);
  const count = ({ type, data }: UniformValue) => data.length / components[type];
  const declare = (value: UniformValue) =>
    `uniform ${value.type} ${value.name}${arrays.has(value.name) ? `[${count(value)}]` : ''};`;
  const glows = values.find(({ name }) => name === 'glowCentre');
  const counts = [
    `#define GROUPS ${scene.groups.length}`,
    `#define ELLIPSOIDS ${scene.ellipsoids.length}`,
    `#define GLOWS ${glows === undefined ? 0 : count(glows)}`,
    ...paints.map((paint, index) => `#define ${paint.toUpperCase()} ${index}`),
  ];
  return { declarations: [...counts, ...values.map(declare)].join('\n'), values };
}
