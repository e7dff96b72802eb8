/** Viewers that do not read, and thousands of viewers that reconnect at once. */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Environment } from '../environments/environment.ts';
import { type Fault, inTurn } from '../fault.ts';
import { startViewerProcess } from '../reconnect-storm/viewer-process.ts';
import { killAll } from './process-faults.ts';

/** Enough data to fill the socket buffers of the system and the megabyte that the server buffers for a viewer. */
const floodCalls = 400;
const concurrentCalls = 2;
const slowReadBytes = 1_024;
const slowReadIntervalMs = 100;
const disconnectTimeoutMs = 5_000;
const stormViewers = 5_000;
const stormTimeoutMs = 120_000;

export const viewerFaults: readonly Fault[] = [
  {
    name: 'stalled-viewer',
    title: 'a stalled and a slow viewer during a flood of reports',
    environments: ['sqlite', 'cluster'],
    rounds: 1,
    maxDisconnectedMs: 1_000,
    /** The server must disconnect both viewers. */
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
    environments: ['sqlite', 'cluster'],
    variant: 'low-rate',
    rounds: 1,
    inject: async (environment) => {
      const viewers = await startViewerProcess(environment, stormViewers);
      try {
        if ((await durationOf(viewers.untilCorrect())) === undefined)
          return { problem: `not all of ${stormViewers} viewers connected` };
        await killAll(environment.apps);
        const recoveryMs = await durationOf(viewers.untilCorrect());
        if (recoveryMs === undefined) return { problem: `not all of ${stormViewers} viewers reconnected` };
        return { extraViewers: { count: stormViewers, recoveryMs } };
      } finally {
        viewers.close();
      }
    },
  },
];

/** An event stream of the large ward. Nothing is read from it unless `read` is called. */
async function openUnreadStream({ apps, largeWard, session }: Environment): Promise<Socket> {
  const socket = connect(inTurn(apps, 0).service.port, '127.0.0.1');
  socket.on('error', () => undefined);
  const token = await session.accessToken();
  socket.write(
    `GET /api/streams/events?wardUUID=${largeWard.uuid} HTTP/1.1\r\n` +
      `host: localhost\r\nauthorization: Bearer ${token}\r\naccept: text/event-stream\r\n\r\n`,
  );
  // A `readable` listener keeps the socket paused: unread data stays in the buffers of the system.
  await new Promise((resolve) => socket.once('readable', resolve));
  return socket;
}

/** Each call changes every room of the large ward. */
async function flood({ apps, largeWard, home }: Environment): Promise<void> {
  const { service } = inTurn(apps, 0);
  let callsLeft = floodCalls;
  async function send(): Promise<void> {
    while (callsLeft > 0) {
      callsLeft -= 1;
      const status = callsLeft % 2 === 0 ? 'man_down' : 'in_bathroom';
      const response = await fetch(`http://127.0.0.1:${service.port}/api/reports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${home.deviceKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(largeWard.rooms.map(({ uuid }) => ({ stream: uuid, status }))),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`a call of the flood was answered with ${response.status}`);
    }
  }
  await Promise.all(Array.from({ length: concurrentCalls }, send));
}

/** Reads what is left, and waits for the end of the connection. */
async function isDisconnected(socket: Socket): Promise<boolean> {
  const ended = new Promise<boolean>((resolve) => socket.once('close', () => resolve(true)));
  socket.resume();
  const isEnded = await Promise.race([ended, pause(disconnectTimeoutMs, false)]);
  socket.destroy();
  return isEnded;
}

/** Milliseconds until it is done; undefined after the timeout. */
async function durationOf(work: Promise<void>): Promise<number | undefined> {
  const start = performance.now();
  const isDone = await Promise.race([work.then(() => true), pause(stormTimeoutMs, false)]);
  return isDone ? performance.now() - start : undefined;
}
