import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { statusOfCode } from '../../../domain/room-status.ts';
import { StatusIcon } from './status-icon.tsx';
import { Icon } from './icons.tsx';
import statusDrawings from './status-drawings.json' with { type: 'json' };
import uiDrawings from './ui-drawings.json' with { type: 'json' };

const drawings: readonly { lines: string; dots?: number[][] }[] = [
  ...Object.values(statusDrawings),
  ...Object.values(uiDrawings),
];

test.each(drawings)('the icon with the lines $lines is inside its grid of 24 by 24', ({ lines, dots = [] }) => {
  expect(lines).toMatch(/^M[\d.MLHVCASZ -]{8,}$/);
  const numbers = [...lines.matchAll(/[\d.]+/g)].map(([text]) => Number(text));
  for (const number of numbers) expect(number).toBeLessThanOrEqual(23);
  for (const [x = NaN, y = NaN, radius = NaN] of dots) {
    expect(Math.min(x, y) - radius).toBeGreaterThanOrEqual(0);
    expect(Math.max(x, y) + radius).toBeLessThanOrEqual(24);
  }
});

test('[STATUS-3] four pairs of status codes share an icon, and codes without an icon get a question mark', () => {
  const drawn = (code: number) => renderToStaticMarkup(<StatusIcon name={statusOfCode(code).icon} />);
  expect(drawn(0)).toBe(drawn(5));
  expect(drawn(3)).toBe(drawn(15));
  expect(drawn(8)).toBe(drawn(9));
  expect(drawn(11)).toBe(drawn(24));
  for (const code of [4, 12, 13, 16, 17, 20, 99]) expect(drawn(code)).toBe(drawn(-99));
  const own = [-1, 0, 1, 2, 3, 6, 7, 8, 10, 11, 14, 19, 99].map(drawn);
  expect(new Set(own).size).toBe(own.length);
});

test('the dots of an icon are circles around their centres', () => {
  const drawing = {
    lines: 'M1 1H23',
    dots: [
      [12, 6.5, 4],
      [5, 20, 1.5],
    ],
  };
  const circles = 'M8 6.5a4 4 0 0 0 8 0a4 4 0 0 0 -8 0M3.5 20a1.5 1.5 0 0 0 3 0a1.5 1.5 0 0 0 -3 0';
  expect(renderToStaticMarkup(<Icon drawing={drawing} className={undefined} />)).toContain(`<path d="${circles}" fill`);
});
