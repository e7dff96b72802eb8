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
  /** What has no end yet; undefined when nothing has. A line that is too long was given before. */
  rest(): { readonly number: number; readonly bytes: Buffer } | undefined;
}

const lineFeed = 0x0a;
const mostParts = 64;

/** Numbers lines from 1. One of more than `limit` bytes is given as soon as that is seen, and skipped to its end. */
export function createLineSplitter(limit: number): LineSplitter {
  let number = 1;
  let parts: Buffer[] = [];
  let length = 0;
  let isSkipping = false;

  function keep(part: Buffer): Line | undefined {
    if (isSkipping || part.length === 0) return undefined;
    length += part.length;
    if (length <= limit) {
      parts.push(part);
      // Sent byte by byte, the parts would weigh more than the line.
      if (parts.length > mostParts) parts = [Buffer.concat(parts)];
      return undefined;
    }
    clear();
    isSkipping = true;
    return { number, isTooLong: true };
  }

  function take(): Line | undefined {
    const bytes = Buffer.concat(parts);
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

  return {
    *push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
        const tooLong = keep(chunk.subarray(start, end));
        if (tooLong !== undefined) yield tooLong;
        const line = take();
        start = end + 1;
        if (line !== undefined) yield line;
      }
      const tooLong = keep(chunk.subarray(start));
      if (tooLong !== undefined) yield tooLong;
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
