/** Measures how long the event loop of the server is held, because no board gets an update in that time. */
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { signIn } from '../../../tests/support/identity/sign-in.ts';
import { call, repeatAtRate } from '../../shared/calls.ts';
import { nurse } from '../../shared/home.ts';
import { type BenchServer, pidOf, withServer } from '../bench-server.ts';
import { type Bench, ours, type Sample } from '../row.ts';

const wardCount = 29;
const viewersPerWard = 7;
const viewerCount = 200;
const listsPerSecond = 5;
const heartbeatSeconds = 30;
const heartbeatsPerCall = 70;
const minSeconds = 8;

/** Loads that the server must bear without holding its event loop. */
const loads = {
  'the mixed load of 1000 rooms': { connections: 10, rate: 50 },
  'lists of 1000 reports': { connections: 1, batch: 1_000 },
  'NDJSON at full rate': { connections: 1, lines: 1_000 },
} as const;
const rowName = (load: string) => `loop delay p99.9 under ${load}`;

export const loopDelay: Bench = {
  name: 'loop-delay',
  about: `${viewerCount} boards watch ${wardCount} wards with 35 rooms each. The mixed load: ${loads['the mixed load of 1000 rooms'].rate} reports a second, a heartbeat of each room every ${heartbeatSeconds} s, one sign-in and ${listsPerSecond} lists a second. Each report has an id.`,
  rows: Object.keys(loads).map((load) => ({ name: rowName(load), unit: 'ms', goal: { atMost: 10 } })),
  measure: ({ seconds }) => {
    const file = join(tmpdir(), `room-status-loop-delay-${process.pid}.json`);
    const hook = pathToFileURL(join(import.meta.dirname, '../measure/loop-delay-hook.ts'));
    const settings = { NODE_OPTIONS: `--import=${hook.href}`, LOOP_DELAY_FILE: file };
    return withServer({ wardCount, settings }, async (server) => {
      const { load } = server;
      const samples: Sample[] = [];
      await load.open(viewerCount, viewersPerWard);
      await load.send({ seconds: 2, connections: 4, batch: 10 });
      for (const [name, phase] of Object.entries(loads)) {
        await readDelay(server, file);
        const isMixed = 'rate' in phase;
        const duration = isMixed ? Math.max(minSeconds, seconds) : seconds;
        await Promise.all([load.send({ seconds: duration, ...phase }), isMixed && useAsStaffDo(server, duration)]);
        samples.push({ row: rowName(name), subject: ours, value: (await readDelay(server, file)).p999 });
      }
      return samples;
    });
  },
};

/** The rest of the mixed load: heartbeats, sign-ins and lists. */
async function useAsStaffDo({ url, home }: BenchServer, seconds: number): Promise<unknown> {
  const { accessToken: bearer } = await signIn(url, nurse.username, nurse.password);
  const wards = home.wards.map(({ uuid }) => uuid);
  const rooms = home.rooms.map(({ uuid }) => uuid);
  let [nextWard, nextRoom] = [0, 0];
  return Promise.all([
    repeatAtRate(seconds, rooms.length / heartbeatsPerCall / heartbeatSeconds, () => {
      const body = JSON.stringify(rooms.slice(nextRoom, nextRoom + heartbeatsPerCall));
      nextRoom = (nextRoom + heartbeatsPerCall) % (rooms.length - heartbeatsPerCall);
      return call(`${url}/api/heartbeat`, { bearer: home.deviceKey, body });
    }),
    repeatAtRate(seconds, 1, () => signIn(url, nurse.username, nurse.password)),
    repeatAtRate(seconds, listsPerSecond, () => {
      nextWard = (nextWard + 1) % wards.length;
      return call(`${url}/api/streams?locationUUID=${wards[nextWard]}`, { bearer });
    }),
  ]);
}

/** Milliseconds since the previous call. */
async function readDelay({ app }: BenchServer, file: string) {
  await rm(file, { force: true });
  process.kill(pidOf(app), 'SIGUSR2');
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.endsWith('}')) return z.object({ p999: z.number() }).parse(JSON.parse(text));
    await pause(10);
  }
}
