/**
 * Forwards the requests of devices whose client has moved to another cell. Devices do not have to follow redirects, and
 * may keep the address of this server until its host name leads to the new cell.
 */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemContentType, problemStatuses } from '../../../contract/problem.ts';
import { toProblemBody } from '../../http/problem-handler.ts';
import { retryLater } from '../../shared/retry-later.ts';
import { isNdjson } from '../limits/backpressure.ts';

/** Marks a forwarded request, so that two cells never forward it to each other for ever. */
const hopHeader = 'x-room-status-forwarded';
/** The new cell must answer within this time. The connections of NDJSON have no limit. */
const answerTimeoutMs = 10_000;

const passedToCell = ['authorization', 'content-type', 'content-length', 'user-agent'];
const passedToDevice = ['content-type', 'content-length', 'retry-after', 'x-accel-buffering'];

/**
 * Sends the request to the cell at `origin`, and its response to the device. A cell that cannot be reached, or does not
 * know the key, is a `503` with `Retry-After`: the device keeps its reports.
 */
export function forwardRequest({ raw }: Pick<FastifyRequest, 'raw'>, reply: FastifyReply, origin: string): void {
  reply.hijack();
  const { raw: response } = reply;
  if (raw.headers[hopHeader] !== undefined) return refuse(response);
  const target = new URL(raw.url ?? '/', origin);
  const { request } = target.protocol === 'https:' ? https : http;
  const headers = { ...pick(raw.headers, passedToCell), [hopHeader]: '1' };
  const forwarded = request(target, { method: raw.method, headers });
  if (!isNdjson(raw.headers['content-type'])) {
    forwarded.setTimeout(answerTimeoutMs, () => forwarded.destroy(new Error('the new cell did not answer')));
  }
  forwarded.on('error', () => refuse(response));
  forwarded.on('response', (answer) => pass(answer, response));
  response.once('close', () => forwarded.destroy());
  raw.pipe(forwarded);
}

function pass(answer: IncomingMessage, response: ServerResponse): void {
  const { statusCode = 502 } = answer;
  if (statusCode === problemStatuses.unauthenticated || statusCode >= 500) {
    answer.resume();
    return refuse(response);
  }
  response.writeHead(statusCode, pick(answer.headers, passedToDevice));
  response.flushHeaders();
  answer.on('error', () => response.destroy());
  answer.pipe(response);
}

function refuse(response: ServerResponse): void {
  if (response.headersSent) return void response.destroy();
  const problem = retryLater('unavailable', 'The rooms have moved to another server, which does not answer right now.');
  // The body was perhaps not read to its end, so the next request could not be found on this connection.
  const headers = { ...problem.options.headers, 'content-type': problemContentType, connection: 'close' };
  response.writeHead(problem.status, headers).end(JSON.stringify(toProblemBody(problem)));
}

function pick(headers: IncomingMessage['headers'], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
}
