/** A gateway that reports line by line on one connection, and keeps a number of lines under way. */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';

/** Returns how many lines were answered as accepted. Throws when the server ends it or refuses one. */
export async function sendLines(options: {
  readonly port: number;
  readonly bearer: string;
  readonly seconds: number;
  readonly underWay: number;
  readonly nextLine: () => string;
}): Promise<number> {
  const { port, bearer, seconds, underWay, nextLine } = options;
  const outgoing = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/reports',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/x-ndjson' },
  });
  const answered = waitForResponse(outgoing);
  outgoing.flushHeaders();
  const response = await answered;
  const until = performance.now() + seconds * 1000;
  let [sent, accepted] = [0, 0];
  const send = (count: number) => {
    sent += count;
    outgoing.write(Array.from({ length: count }, () => `${nextLine()}\n`).join(''));
  };
  send(underWay);
  response.setEncoding('utf8');
  response.on('data', (part: string) => {
    const ends = part.split('\n').length - 1;
    if (part.includes('"refused"')) outgoing.destroy(new Error(part.slice(0, 300)));
    accepted += ends;
    if (performance.now() < until) send(ends);
    else if (accepted >= sent) outgoing.end();
  });
  await once(response, 'end');
  return accepted;
}

async function waitForResponse(outgoing: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  outgoing.once('response', resolve).once('error', reject);
  return promise;
}
