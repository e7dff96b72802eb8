import { expect, test } from 'vitest';
import { followMove } from './follow-move.ts';

const problem = { type: 'urn:room-status:problem:moved', title: 'Moved', status: 410 };

test.each([
  ['https://cell-2.example.org', 'https://cell-2.example.org/wards/7?view=table#top'],
  ['https://cell-2.example.org/further', 'https://cell-2.example.org/wards/7?view=table#top'],
  ['https://cell-1.example.org', undefined],
  ['javascript:alert(1)', undefined],
  ['no address', undefined],
  [undefined, undefined],
])('a page whose ward has moved to %s opens %s', (address, expected) => {
  const opened: string[] = [];
  const page = {
    href: 'https://cell-1.example.org/wards/7?view=table#top',
    origin: 'https://cell-1.example.org',
    replace: (url: string | URL) => void opened.push(String(url)),
  };
  followMove({ ...problem, address }, page);
  expect(opened[0]).toBe(expected);
});
