/** Parses the names of several rooms in one line, such as `Room 1-24, Lounge`. */
import { maxRoomsPerChange } from '../../../../contract/home/rooms.ts';

export type ParsedRoomNames = { readonly names: readonly string[] } | { readonly error: 'too-many' | 'wrong-range' };

const range = /^(.*?)(\d{1,6})\s*[-–—]\s*(\d{1,6})(.*)$/u;

/** Skips repeated names. Numbers of a range get the leading zeros of its first number: `01-24` -> `01`, `02`. */
export function parseRoomNames(line: string): ParsedRoomNames {
  const names = new Set<string>();
  for (const part of line.split(/[,;\n]/u)) {
    const found = namesOfPart(part.trim());
    if (typeof found === 'string') return { error: found };
    for (const name of found) names.add(name);
    if (names.size > maxRoomsPerChange) return { error: 'too-many' };
  }
  return { names: [...names] };
}

function namesOfPart(part: string): readonly string[] | 'too-many' | 'wrong-range' {
  if (part === '') return [];
  const match = range.exec(part);
  if (match === null) return [part];
  const [, before = '', first = '', last = '', after = ''] = match;
  const count = Number(last) - Number(first) + 1;
  if (count < 1) return 'wrong-range';
  if (count > maxRoomsPerChange) return 'too-many';
  return Array.from({ length: count }, (_, index) => {
    const number = String(Number(first) + index).padStart(first.length, '0');
    return `${before}${number}${after}`.trim();
  });
}
