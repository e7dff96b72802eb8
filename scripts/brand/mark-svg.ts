import { markGround, markRadius, markShapes, markSize } from '../../src/web/ui/brand/mark-shapes.ts';

const shapes = markShapes.map(({ path, fill }) => `<path fill="${fill}" d="${path}"/>`).join('');

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${markSize} ${markSize}">${content}</svg>`;
}

/** The mark as a tile with round corners and nothing around it: the favicon, and icons shown as they are. */
export function tileSvg(): string {
  const tile = `<clipPath id="t"><rect width="${markSize}" height="${markSize}" rx="${markRadius}"/></clipPath>`;
  return svg(`${tile}<g clip-path="url(#t)"><path fill="${markGround}" d="M0 0h32v32H0z"/>${shapes}</g>`);
}

/**
 * The mark on a ground that fills the square, for systems that cut their own corners out of it.
 * @param scale of the mark around the middle; 0.72 keeps it in the circle that a maskable icon must survive.
 */
export function fullBleedSvg(scale: number): string {
  const middle = markSize / 2;
  const placed = `translate(${middle} ${middle}) scale(${scale}) translate(${-middle} ${-middle})`;
  return svg(`<path fill="${markGround}" d="M0 0h32v32H0z"/><g transform="${placed}">${shapes}</g>`);
}
