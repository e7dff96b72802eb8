/**
 * The hand all icons are drawn in: a 24 by 24 grid, one stroke of 2 with round ends, no colour but
 * the text's own. A head is a solid dot, because a ring of that size closes up at a distance.
 */
export interface Drawing {
  /** SVG path data, stroked and never filled. */
  readonly lines: string;
  /** Solid dots: centre x, centre y, radius. */
  readonly dots?: readonly (readonly [x: number, y: number, radius: number])[];
}
