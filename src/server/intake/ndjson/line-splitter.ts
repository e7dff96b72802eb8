/** Splits the chunks of a connection into lines. Keeps at most one unfinished line in memory. */

/** Lines are numbered from 1. */
export type InputLine =
  | { readonly number: number; readonly bytes: Buffer }
  | { readonly number: number; readonly isTooLong: true };

export type LineSplitter = ReturnType<typeof createLineSplitter>;

const lineFeed = 0x0a;

/** A line of more than `maxBytes` is yielded as too long as soon as it exceeds the limit, and the rest of it is skipped. */
export function createLineSplitter(maxBytes: number) {
  let number = 1;
  let unfinished = Buffer.alloc(0);
  let isSkipping = false;

  /** Adds bytes to the unfinished line. Returns true when the line has just become too long. */
  function append(part: Buffer): boolean {
    if (isSkipping) return false;
    isSkipping = unfinished.length + part.length > maxBytes;
    unfinished = isSkipping ? Buffer.alloc(0) : Buffer.concat([unfinished, part]);
    return isSkipping;
  }

  function finish(): InputLine | undefined {
    const line = { number, bytes: unfinished };
    number += 1;
    unfinished = Buffer.alloc(0);
    isSkipping = false;
    return isBlank(line.bytes) ? undefined : line;
  }

  return {
    /**
     * Yields the lines that end in this chunk. Blank lines are counted and left out. A generator, because a chunk of
     * short lines needs a hundred times its size as objects. Read it to its end before the next push.
     */
    *push(chunk: Buffer): Generator<InputLine> {
      let start = 0;
      for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
        if (append(chunk.subarray(start, end))) yield { number, isTooLong: true };
        start = end + 1;
        const line = finish();
        if (line !== undefined) yield line;
      }
      if (append(chunk.subarray(start))) yield { number, isTooLong: true };
    },
    /** Returns the unfinished line; undefined if it is blank or too long. */
    rest: () => (isBlank(unfinished) ? undefined : { number, bytes: unfinished }),
  };
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
