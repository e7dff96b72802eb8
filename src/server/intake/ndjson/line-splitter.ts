/** From the chunks of a connection to its lines, however they are cut, with no more than one line in memory. */

export type Line =
  | { readonly number: number; readonly bytes: Buffer }
  | { readonly number: number; readonly isTooLong: true };

export interface LineSplitter {
  /**
   * The lines that are complete with this chunk, each found when it is asked for: as objects, short ones weigh a
   * hundred times what they did as bytes. All have to be asked for. Empty ones are counted and left out.
   */
  push(chunk: Buffer): Iterable<Line>;
  /** Leaves out what has not been asked for of the newest chunk, and says how many lines end there. */
  skip(): number;
  /** What has no end yet; undefined when nothing has. A line that is too long was given before. */
  rest(): { readonly number: number; readonly bytes: Buffer } | undefined;
}

const lineFeed = 0x0a;
const maxParts = 64;

/** Numbers lines from 1. One of more than `limit` bytes is given as soon as that is seen, and skipped to its end. */
export function createLineSplitter(limit: number): LineSplitter {
  let number = 1;
  let parts: Buffer[] = [];
  let length = 0;
  let isSkipping = false;
  let newest: Buffer = Buffer.alloc(0);
  let start = 0;

  function keep(part: Buffer): Line | undefined {
    if (isSkipping || part.length === 0) return undefined;
    length += part.length;
    if (length <= limit) {
      parts.push(part);
      // Sent byte by byte, the parts would weigh more than the line.
      if (parts.length > maxParts) parts = [Buffer.concat(parts)];
      return undefined;
    }
    clear();
    isSkipping = true;
    return { number, isTooLong: true };
  }

  function take(): Line | undefined {
    const [only, ...others] = parts;
    const bytes = only !== undefined && others.length === 0 ? only : Buffer.concat(parts);
    const wasSkipping = isSkipping;
    clear();
    isSkipping = false;
    const line = { number, bytes };
    number += 1;
    return wasSkipping || isBlank(bytes) ? undefined : line;
  }

  function clear(): void {
    parts = [];
    length = 0;
  }

  const nextEnd = () => newest.indexOf(lineFeed, start);

  function* found(): Generator<Line> {
    for (let end = nextEnd(); end !== -1; end = nextEnd()) {
      const tooLong = keep(newest.subarray(start, end));
      start = end + 1;
      if (tooLong !== undefined) yield tooLong;
      const line = take();
      if (line !== undefined) yield line;
    }
    const tooLong = keep(newest.subarray(start));
    if (tooLong !== undefined) yield tooLong;
  }

  return {
    push: (chunk) => {
      [newest, start] = [chunk, 0];
      return found();
    },
    skip: () => {
      let count = 0;
      for (; nextEnd() !== -1; start = nextEnd() + 1) count += 1;
      clear();
      return count;
    },
    rest: () => {
      const bytes = Buffer.concat(parts);
      return isBlank(bytes) ? undefined : { number, bytes };
    },
  };
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
