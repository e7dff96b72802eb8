/** Two viewers that do not read what they asked for, one not at all and one slowly, while far more comes than usual. */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Environment } from '../environments/environment.ts';
import { inTurn, type Fault } from './fault.ts';

/** More than all buffers of the system between the two hold, and the megabyte that the server allows. */
const floodCalls = 400;
const sendersAtOnce = 2;
const slowBytes = 1_024;
const slowEveryMs = 100;

export const stalledViewer: Fault = {
  name: 'stalled-viewer',
  title: 'a stalled and a slow viewer in a flood',
  environments: ['sqlite', 'cluster'],
  rounds: 1,
  mostDarkMs: 1_000,
  round: async (environment) => {
    const [stalled, slow] = [await openRaw(environment), await openRaw(environment)];
    const trickle = setInterval(() => void slow.read(slowBytes), slowEveryMs);
    await flood(environment);
    clearInterval(trickle);
    const cutOff = await Promise.all([stalled, slow].map(isCutOff));
    const names = ['the stalled', 'the slow'].filter((_name, index) => cutOff[index] !== true);
    return names.length === 0 ? {} : { finding: `${names.join(' and ')} viewer was not cut off` };
  },
};

/** An open event stream of the large ward, of which nothing is read. */
async function openRaw({ apps, home, session }: Environment): Promise<Socket> {
  const socket = connect(inTurn(apps, 0).service.port, '127.0.0.1');
  socket.on('error', () => undefined);
  const token = await session.accessToken();
  socket.write(
    `GET /api/streams/events?wardUUID=${home.largeWard.uuid} HTTP/1.1\r\n` +
      `host: localhost\r\nauthorization: Bearer ${token}\r\naccept: text/event-stream\r\n\r\n`,
  );
  // Readable, and not flowing: what is not asked for stays with the system.
  await new Promise((resolve) => socket.once('readable', resolve));
  return socket;
}

/** Every call changes every room of the ward. */
async function flood({ apps, home }: Environment): Promise<void> {
  const { service } = inTurn(apps, 0);
  const { streams } = home.largeWard;
  let left = floodCalls;
  async function send(): Promise<void> {
    while (left > 0) {
      left -= 1;
      const status = left % 2 === 0 ? 'man_down' : 'in_bathroom';
      const response = await fetch(`http://127.0.0.1:${service.port}/api/reports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${home.deviceKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(streams.map((stream) => ({ stream, status }))),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the flood was answered with ${response.status}`);
    }
  }
  await Promise.all(Array.from({ length: sendersAtOnce }, send));
}

/** Whether, once all is read that was on its way, the connection is over. */
async function isCutOff(socket: Socket): Promise<boolean> {
  const over = new Promise<boolean>((resolve) => socket.once('close', () => resolve(true)));
  socket.resume();
  const isOver = await Promise.race([over, pause(5_000, false)]);
  socket.destroy();
  return isOver;
}
