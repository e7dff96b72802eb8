/**
 * Backpressure decides whether a call is admitted, before its body is read. Memory is only used for bodies that can be
 * stored soon. Every other caller gets a `Retry-After`.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ndjsonContentType } from '../../../contract/intake/reports.ts';
import type { DeviceCaller } from '../../http/api-server.ts';
import { retryLater } from '../../shared/retry-later.ts';
import type { ReportReceiver } from '../reports/receive-reports.ts';
import { createTokenBuckets } from './token-bucket.ts';

export type Backpressure = ReturnType<typeof createBackpressure>;

const mebibyte = 1024 * 1024;

/** The maximum number of bytes of all request bodies that are being read or processed. */
const maxBytes = 64 * mebibyte;
const maxBytesPerKey = 32 * mebibyte;

/** The size limit of one body. A body of unknown length counts as this large. */
const maxBodyBytes = mebibyte;

const maxNdjsonConnections = 2_000;
/** The maximum for one device key, so that it does not use up the connections of all other keys. */
const maxNdjsonConnectionsPerKey = 500;

/** Reading this many bytes of a body costs one token of the rate limit. A typical report has a tenth of these bytes. */
const bytesPerToken = 2_048;

/** How long an overloaded server waits before it checks again whether it may read from an NDJSON connection. */
const overloadPauseMs = 50;

export function createBackpressure(receiver: Pick<ReportReceiver, 'isOverloaded'>) {
  const buckets = createTokenBuckets();
  const connections = createUsage();
  const bytes = createUsage();
  let isClosing = false;

  function admitConnection({ keyId }: DeviceCaller, { raw }: FastifyReply): void {
    if (isClosing) throw retryLater('unavailable', 'This server is stopping.', 1);
    if (connections.total() >= maxNdjsonConnections) {
      throw retryLater('unavailable', 'Too many NDJSON connections are open.');
    }
    if (connections.ofKey(keyId) >= maxNdjsonConnectionsPerKey) {
      throw retryLater('too-many-requests', 'This device key has too many open NDJSON connections.');
    }
    connections.add(keyId, 1);
    raw.once('close', () => connections.add(keyId, -1));
  }

  function admitBody(caller: DeviceCaller, { headers, socket }: FastifyRequest, { raw }: FastifyReply): void {
    const { keyId } = caller;
    const waitMs = buckets.waitMs(caller);
    if (waitMs > 0) {
      throw retryLater('too-many-requests', 'This device key exceeds its report rate.', waitMs / 1000);
    }
    const length = Math.min(Number(headers['content-length'] ?? maxBodyBytes), maxBodyBytes);
    if (receiver.isOverloaded() || bytes.total() + length > maxBytes) {
      throw retryLater('unavailable', 'Too many reports are waiting to be stored.');
    }
    if (bytes.ofKey(keyId) + length > maxBytesPerKey) {
      throw retryLater('too-many-requests', 'This device key sends too many bytes at once.');
    }
    bytes.add(keyId, length);
    const bytesReadBefore = socket.bytesRead;
    raw.on('close', () => {
      bytes.add(keyId, -length);
      const tokens = Math.floor((socket.bytesRead - bytesReadBefore) / bytesPerToken);
      if (tokens > 0) buckets.consume(caller, tokens);
    });
  }

  return {
    /** Throws AppError `unavailable` or `too-many-requests` with a `Retry-After` header when the call is not admitted. */
    admit: (caller: DeviceCaller, request: FastifyRequest, reply: FastifyReply): void => {
      // A closed response emits no second `close`, so its bytes or its connection would be counted for ever.
      if (request.socket.destroyed || reply.raw.closed) throw retryLater('unavailable', 'The caller has disconnected.');
      if (isNdjson(request.headers['content-type'])) admitConnection(caller, reply);
      else admitBody(caller, request, reply);
    },
    /** Milliseconds until an NDJSON connection of the caller may be read; 0 if it may be read now. */
    waitMs: (caller: DeviceCaller): number => (receiver.isOverloaded() ? overloadPauseMs : buckets.waitMs(caller)),
    /** Takes one token of the caller for each of its reports. */
    consume: buckets.consume,
    /**
     * Refuses NDJSON connections from now on, because they have no end. Other calls arrive on open connections of a proxy
     * that has not noticed the stop. The server answers them before it ends.
     */
    close: (): void => {
      isClosing = true;
    },
  };
}

/** Counts the bytes or connections in use, in total and per device key. */
function createUsage() {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    total: () => total,
    ofKey: (keyId: string) => counts.get(keyId) ?? 0,
    add: (keyId: string, amount: number) => {
      const count = (counts.get(keyId) ?? 0) + amount;
      counts.set(keyId, count);
      if (count === 0) counts.delete(keyId);
      total += amount;
    },
  };
}

const lineType = new RegExp(`^\\s*${ndjsonContentType}\\s*(;|$)`, 'i');

export function isNdjson(contentType: string | undefined): boolean {
  return contentType !== undefined && lineType.test(contentType);
}
