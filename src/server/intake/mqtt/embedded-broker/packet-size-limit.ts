/** Closes a connection whose packet is too large. MQTT allows 256 MiB, which the broker would hold in memory. */
import type { Socket } from 'node:net';

export interface PacketSizeLimit {
  /** Returns the limit at this moment, in bytes without the fixed header of the packet. */
  readonly maxBytes: () => number;
  readonly onTooLarge: () => void;
}

/**
 * Destroys the socket as soon as a header announces a packet that is too large. Call it after the broker has added its
 * own listener to the socket, because the first `data` listener starts the reading.
 */
export function limitPacketSize(socket: Socket, { maxBytes, onTooLarge }: PacketSizeLimit): void {
  const isWithinLimit = createPacketSizeCheck(maxBytes);
  socket.on('data', (chunk: Buffer) => {
    if (isWithinLimit(chunk)) return;
    onTooLarge();
    socket.destroy();
  });
}

/**
 * Follows the packets in a byte stream (MQTT 3.1.1, section 2.2). Takes the stream chunk by chunk, and returns false
 * once a packet is too large or a header is invalid.
 */
export function createPacketSizeCheck(maxBytes: () => number): (chunk: Uint8Array) => boolean {
  /** Bytes of the current packet that are still to come. Null while its header is read. */
  let remaining: number | null = null;
  let length = 0;
  /** The header bytes read so far: the first is the packet type, up to four more are the length. */
  let headerBytes = 0;

  return (chunk) => {
    for (let at = 0; at < chunk.length;) {
      if (remaining !== null) {
        const step = Math.min(remaining, chunk.length - at);
        at += step;
        remaining = remaining === step ? null : remaining - step;
        continue;
      }
      const byte = chunk[at++] ?? 0;
      headerBytes += 1;
      if (headerBytes === 1) continue;
      length += (byte & 0x7f) * 128 ** (headerBytes - 2);
      if (byte < 0x80) {
        if (length > maxBytes()) return false;
        remaining = length === 0 ? null : length;
        [length, headerBytes] = [0, 0];
      } else if (headerBytes === 5) {
        return false;
      }
    }
    return true;
  };
}
