/** Keeps a client of the embedded broker from making us hold a packet of a quarter of a gibibyte in memory. */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

export interface FrameLimit {
  /** The longest packet that is let through now. Bytes, without its head. */
  readonly longest: () => number;
  readonly onTooLong: () => void;
}

/** The same connection, cut as soon as a packet announces itself that is too long. */
export function limitFrames(socket: Socket, { longest, onTooLong }: FrameLimit): Duplex {
  const isFine = createFrameReader(longest);
  const limited = new Duplex({
    read: () => void socket.resume(),
    write: (chunk: Buffer, _, done) => void socket.write(chunk, done),
    final: (done) => void socket.end(done),
    destroy: (error, done) => {
      socket.destroy();
      done(error);
    },
  });
  socket.on('data', (chunk: Buffer) => {
    if (!isFine(chunk)) {
      onTooLong();
      limited.destroy();
    } else if (!limited.push(chunk)) {
      socket.pause();
    }
  });
  socket.on('end', () => void limited.push(null));
  socket.on('close', () => limited.destroy());
  socket.on('error', (error) => limited.destroy(error));
  return limited;
}

/** Follows the packets through the bytes (MQTT 3.1.1, section 2.2): false once one is too long, or is none. */
export function createFrameReader(longest: () => number): (chunk: Uint8Array) => boolean {
  /** Bytes of the packet that are still to come; while the head is read, null. */
  let rest: number | null = null;
  let length = 0;
  /** How many bytes of the head were read: the first is the kind, up to four are the length. */
  let headRead = 0;

  return (chunk) => {
    for (let at = 0; at < chunk.length;) {
      if (rest !== null) {
        const step = Math.min(rest, chunk.length - at);
        at += step;
        rest = rest === step ? null : rest - step;
        continue;
      }
      const byte = chunk[at++] ?? 0;
      headRead += 1;
      if (headRead === 1) continue;
      length += (byte & 0x7f) * 128 ** (headRead - 2);
      if (byte < 0x80) {
        if (length > longest()) return false;
        rest = length === 0 ? null : length;
        [length, headRead] = [0, 0];
      } else if (headRead === 5) {
        return false;
      }
    }
    return true;
  };
}
