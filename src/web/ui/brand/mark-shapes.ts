/** The mark of the product on a grid of 32 by 32: an open door of a lit room, with a lamp above the door. */
export const markSize = 32;

/** The corner radius of the tile. */
export const markRadius = 8;

export const markGround = '#1479b3';

/** The shapes in painting order. The light on the floor reaches outside of the grid, so the tile must clip it. */
export const markShapes = [
  { path: 'M9 24H18V25L6.6 41H-6.2L9 25Z', fill: '#ffbf47' },
  { path: 'M9 8.5H18V25H9Z', fill: '#ffdb8a' },
  { path: 'M18 8.5L23.8 6.4A0.9 0.9 0 0 1 25 7.2V28.6A0.9 0.9 0 0 1 23.6 29.3L18 25Z', fill: '#ffffff' },
  { path: 'M11.3 4.6A2.2 2.2 0 0 1 15.7 4.6A2.2 2.2 0 0 1 11.3 4.6Z', fill: '#ffdb8a' },
] as const;
