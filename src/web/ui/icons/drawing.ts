/**
 * An icon on a grid of 24 by 24: strokes of width 2 with round ends, in the colour of the text. A head is
 * a solid dot, because a ring of that size looks solid from a distance anyway.
 */
export interface Drawing {
  /** SVG path data, stroked and never filled. */
  readonly lines: string;
  /** Solid dots. */
  readonly dots?: readonly (readonly [x: number, y: number, radius: number])[];
}
