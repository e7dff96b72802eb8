/** What a picture is made of. Metres; x to the right, y up, z towards the viewer; angles in radians. */
export type Point = readonly [x: number, y: number, z: number];

/** What a surface is painted with; surfaces.glsl says how each one looks. */
export const paints = [
  'wall',
  'ceiling',
  'floor',
  'wood',
  'frame',
  'rail',
  'skirting',
  'roomWall',
  'curtain',
  'linen',
  'blanket',
  'metal',
  'dark',
  'plate',
  'fabric',
  'pot',
  'foliage',
  'picture',
  'lamp',
  'litLamp',
] as const;
export type Paint = (typeof paints)[number];

export interface Box {
  readonly low: Point;
  readonly high: Point;
  readonly paint: Paint;
}

/** Boxes that are turned together about an upright axis. */
export interface Group {
  readonly boxes: readonly Box[];
  readonly axis?: readonly [x: number, z: number];
  readonly turn?: number;
}

/** A flattened ball: the leaf of a plant, a lamp shade, a knob. */
export interface Ellipsoid {
  readonly centre: Point;
  /** Three half axes, at right angles to each other. */
  readonly axes: readonly [Point, Point, Point];
  readonly paint: Paint;
}

export interface Scene {
  readonly groups: readonly Group[];
  readonly ellipsoids: readonly Ellipsoid[];
  /** A round lamp, the warm light of the picture. */
  readonly lamp: { readonly centre: Point; readonly radius: number; readonly light: Point };
  /** A window, by one corner and two edges: the sky is seen and shines in through it. */
  readonly window: { readonly corner: Point; readonly across: Point; readonly up: Point };
  /** Direction its light comes from, direction it is painted at (a painter's liberty), and its light. */
  readonly moon: { readonly towards: Point; readonly shown: Point; readonly light: Point };
  readonly camera: {
    readonly eye: Point;
    /** To the left, from looking along -z. */
    readonly yaw: number;
    /** In picture heights. */
    readonly focal: number;
    /** Where the view's axis meets the picture, in picture heights from its middle. */
    readonly shift: readonly [x: number, y: number];
  };
}
