import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { statusOfCode } from '../../../domain/room-status.ts';
import { StatusIcon } from './status-icon.tsx';

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
