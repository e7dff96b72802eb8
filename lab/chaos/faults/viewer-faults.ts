/** Faults of viewers: some do not read, or thousands reconnect at once. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { call } from '../../shared/calls.ts';
import { inTurn } from '../../shared/present.ts';
import type { Environment } from '../environment.ts';
import type { Fault, FaultOutcome } from '../fault.ts';
import { productTarget, writeLines, writeStreams } from '../../bench/bench-server.ts';
import { startLoadGenerator } from '../../bench/load-generator.ts';
import { waitFor } from '../wait-for.ts';
import { killAll } from './process-faults.ts';

/** The number of calls that fill the buffers of the system and the megabyte that the server buffers for a viewer. */
const floodCalls = 400;
const slowReadBytes = 1_024;
const slowReadIntervalMs = 100;
const disconnectTimeoutMs = 5_000;
const stormViewers = 5_000;

export const viewerFaults: readonly Fault[] = [
  {
    name: 'stalled-viewer',
    title: 'a stalled and a slow viewer during a flood of reports',
    rounds: 1,
    maxDisconnectedMs: 1_000,
    /** Injects two viewers that do not read. The server must disconnect both. */
    inject: async (environment) => {
      const [stalled, slow] = [await openUnreadStream(environment), await openUnreadStream(environment)];
      const slowReads = setInterval(() => void slow.read(slowReadBytes), slowReadIntervalMs);
      await flood(environment);
      clearInterval(slowReads);
      const [isStalledEnded, isSlowEnded] = [await isDisconnected(stalled), await isDisconnected(slow)];
      if (isStalledEnded && isSlowEnded) return {};
      return { problem: `the ${isStalledEnded ? 'slow' : 'stalled'} viewer was not disconnected` };
    },
  },
  {
    name: 'storm',
    title: 'reconnect storm: all servers killed, 5,000 viewers reconnect',
    variant: 'low-rate',
    rounds: 1,
    inject: (environment) => reconnectAll(environment, () => killAll(environment.apps)),
  },
];

/**
 * Connects 5,000 viewers, disconnects them with `breakIt`, and connects them again at once. They watch a ward whose rooms
 * only the load generator changes, so that it can check every update.
 */
export async function reconnectAll(
  { apps, quietWard, folder, session, home }: Environment,
  breakIt: () => Promise<unknown>,
): Promise<FaultOutcome> {
  const generator = startLoadGenerator({
    ...productTarget,
    ports: apps.map(({ service }) => service.port),
    streamsFile: await writeStreams(folder, [quietWard]),
    tokensFile: await writeLines(folder, 'tokens.txt', [await session.accessToken()]),
    deviceKey: home.deviceKey,
  });
  try {
    await generator.open(stormViewers, stormViewers);
    await breakIt();
    await generator.close();
    const { seconds } = await generator.open(stormViewers, stormViewers, { withLists: true });
    const { lost, doubled, outOfOrder, disconnected } = await generator.send({
      seconds: 2,
      connections: 1,
      rate: 5,
    });
    const wrong = lost + doubled + outOfOrder + disconnected;
    const extra = { viewers: stormViewers, recoveryMs: seconds * 1_000 };
    return wrong === 0 ? { extra } : { extra, problem: `${wrong} updates did not reach the viewers once, in order` };
  } finally {
    generator.stop();
  }
}

/** Opens an event stream of the large ward. Nothing is read from it unless `read` is called. */
async function openUnreadStream({ apps, largeWard, session }: Environment): Promise<Socket> {
  const socket = connect(inTurn(apps, 0).service.port, '127.0.0.1');
  socket.on('error', () => undefined);
  const token = await session.accessToken();
  socket.write(
    `GET /api/streams/events?wardUUID=${largeWard.uuid} HTTP/1.1\r\n` +
      `host: localhost\r\nauthorization: Bearer ${token}\r\naccept: text/event-stream\r\n\r\n`,
  );
  // A `readable` listener keeps the socket paused, so that unread data stays in the buffers of the operating system.
  await once(socket, 'readable');
  return socket;
}

/** Reports new statuses for all rooms of the large ward again and again. */
async function flood({ apps, largeWard: { rooms }, home }: Environment): Promise<void> {
  const url = `http://127.0.0.1:${inTurn(apps, 0).service.port}/api/reports`;
  for (let number = 0; number < floodCalls; number += 1) {
    const status = number % 2 === 0 ? 'man_down' : 'in_bathroom';
    const reports = rooms.map((room) => ({ stream: room.uuid, status }));
    await call(url, { bearer: home.deviceKey, body: JSON.stringify(reports) });
  }
}

/** Reads the rest of the stream. Returns whether the server ends the connection in time. */
async function isDisconnected(socket: Socket): Promise<boolean> {
  socket.resume();
  return (await waitFor(async () => socket.closed, disconnectTimeoutMs)) !== undefined;
}
