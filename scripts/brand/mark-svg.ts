import { markGround, markRadius, markShapes, markSize } from '../../src/web/ui/brand/mark-shapes.ts';

const shapes = markShapes.map(({ path, fill }) => `<path fill="${fill}" d="${path}"/>`).join('');

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${markSize} ${markSize}">${content}</svg>`;
}

/** The logo as a tile with round corners on a transparent ground: the favicon and the ordinary icons. */
export function tileSvg(): string {
  const tile = `<clipPath id="t"><rect width="${markSize}" height="${markSize}" rx="${markRadius}"/></clipPath>`;
  return svg(`${tile}<g clip-path="url(#t)"><path fill="${markGround}" d="M0 0h32v32H0z"/>${shapes}</g>`);
}

/**
 * The logo on a ground that fills the square, for systems that cut the corners themselves.
 * @param scale of the logo; 0.72 keeps it inside the safe circle of a maskable icon.
 */
export function fullBleedSvg(scale: number): string {
  const middle = markSize / 2;
  const placed = `translate(${middle} ${middle}) scale(${scale}) translate(${-middle} ${-middle})`;
  return svg(`<path fill="${markGround}" d="M0 0h32v32H0z"/><g transform="${placed}">${shapes}</g>`);
}
