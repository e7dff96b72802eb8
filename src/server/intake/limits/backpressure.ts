/**
 * Whether a call is taken at all, decided before its body is read: memory is spent on what can be
 * stored soon, and the rest is told when to come again.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lineContentType } from '../../../contract/reports.ts';
import type { DeviceCaller } from '../../http/api-server.ts';
import { retryLater } from '../../shared/retry-later.ts';
import type { TokenBuckets } from './token-bucket.ts';

export interface BackpressureOptions {
  readonly limits: TokenBuckets;
  /** Too many reports are waiting to be stored. */
  readonly isOverloaded: () => boolean;
  /** Of all bodies that are being read or answered, together. */
  readonly maxBytes?: number;
  /** And of those of one key. */
  readonly maxBytesPerKey?: number;
  /** Connections that report line by line. */
  readonly maxLineConnections?: number;
  /** And those of one key: it shall not take the place of all others. */
  readonly maxLineConnectionsPerKey?: number;
}

export type Admit = (caller: DeviceCaller, request: FastifyRequest, reply: FastifyReply) => void;

/** What is read has its price, too: so many bytes count as one report. A report takes about a tenth of it. */
const bytesOfReport = 2_048;

/** As long as a body may be; one of a length that is not told may be as long. */
const maxBodyBytes = 1024 * 1024;

/** Throws AppError `unavailable` or `too-many-requests`, both with the time to come again. */
export function createBackpressure(options: BackpressureOptions): Admit {
  const { limits, isOverloaded, maxBytes = 64 * 1024 * 1024, maxBytesPerKey = 32 * 1024 * 1024 } = options;
  const { maxLineConnections = 2_000, maxLineConnectionsPerKey = 500 } = options;
  let bytes = 0;
  let lineConnections = 0;
  const linesOfKey = createTally();
  const bytesOfKey = createTally();

  return (caller, { headers, raw: { socket } }, { raw }) => {
    // Its end has been told already: what is counted now would be counted for ever.
    if (socket.destroyed || raw.closed) throw retryLater('unavailable', 'The caller has gone.');
    if (isNdjson(headers['content-type'])) {
      if (lineConnections >= maxLineConnections) {
        throw retryLater('unavailable', 'Too many connections are open that report line by line.');
      }
      if (linesOfKey.of(caller.keyId) >= maxLineConnectionsPerKey) {
        throw retryLater('too-many-requests', 'This device key has too many connections that report line by line.');
      }
      lineConnections += 1;
      linesOfKey.add(caller.keyId, 1);
      raw.once('close', () => {
        lineConnections -= 1;
        linesOfKey.add(caller.keyId, -1);
      });
      return;
    }
    const waitMs = limits.waitMs(caller);
    if (waitMs > 0) {
      throw retryLater('too-many-requests', 'This device key reports more than it may.', waitMs / 1000);
    }
    const length = Math.min(Number(headers['content-length'] ?? maxBodyBytes), maxBodyBytes);
    if (isOverloaded() || bytes + length > maxBytes) {
      throw retryLater('unavailable', 'Too many reports are waiting to be stored.');
    }
    if (bytesOfKey.of(caller.keyId) + length > maxBytesPerKey) {
      throw retryLater('too-many-requests', 'This device key sends too much at once.');
    }
    bytes += length;
    bytesOfKey.add(caller.keyId, length);
    const readBefore = socket.bytesRead;
    raw.once('close', () => {
      bytes -= length;
      bytesOfKey.add(caller.keyId, -length);
      limits.consume(caller, Math.floor((socket.bytesRead - readBefore) / bytesOfReport));
    });
  };
}

/** How much each key has now; those that have nothing are forgotten. */
function createTally() {
  const counts = new Map<string, number>();
  return {
    of: (keyId: string) => counts.get(keyId) ?? 0,
    add: (keyId: string, more: number) => {
      const count = (counts.get(keyId) ?? 0) + more;
      if (count === 0) counts.delete(keyId);
      else counts.set(keyId, count);
    },
  };
}

export function isNdjson(contentType: string | undefined): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === lineContentType;
}
