/** Measures how long the event loop of the server is blocked, because no board gets an update in that time. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { connectAsync } from 'mqtt';
import { freePort } from '../../../scripts/services/ports.ts';
import { signIn } from '../../../tests/support/identity/sign-in.ts';
import { call, repeatAtRate } from '../../shared/calls.ts';
import { nurse } from '../../shared/home.ts';
import { type BenchServer, withServer } from '../bench-server.ts';
import { type Bench, ours, type Sample } from '../row.ts';

const wardCount = 29;
const viewersPerWard = 7;
const viewerCount = 200;
const reportsPerSecond = 50;
const listsPerSecond = 5;
const heartbeatSeconds = 30;
const heartbeatsPerCall = 70;
const mqttClients = 8;
const messagesInFlight = 100;
const minMixedSeconds = 8;

type Run = (server: BenchServer, seconds: number) => Promise<unknown>;

/** The loads that the server must handle without blocking its event loop. */
const loads = (mqttPort: number): Readonly<Record<string, Run>> => ({
  'the mixed load of 1000 rooms': useAsStaffDo,
  'lists of 1000 reports': ({ load }, seconds) => load.send({ seconds, connections: 1, batch: 1_000 }),
  'MQTT at full rate': (server, seconds) => floodWithMqtt(server, mqttPort, seconds),
});
const reason =
  'The server has one core, and the time in which its threads for the disk have it counts too. The longest turn of the event loop itself takes 7 ms of processor time with lists of 1000 reports, and 17 ms with MQTT (decision 066).';
const rowName = (load: string) => `loop delay p99.9 under ${load}`;

export const loopDelay: Bench = {
  name: 'loop-delay',
  about: `${viewerCount} boards watch ${wardCount} wards with 35 rooms each. The mixed load: ${reportsPerSecond} reports a second, a heartbeat of each room every ${heartbeatSeconds} s, one sign-in and ${listsPerSecond} lists a second. Each report has an id. MQTT: ${mqttClients} clients of the embedded broker, each with ${messagesInFlight} messages of QoS 1 in flight.`,
  rows: Object.keys(loads(0)).map((load) => ({ name: rowName(load), unit: 'ms', goal: { atMost: 10 }, reason })),
  measure: async ({ seconds }) => {
    const [delayPort, mqttPort] = [await freePort(), await freePort()];
    const hook = pathToFileURL(join(import.meta.dirname, '../measure/loop-delay-hook.ts'));
    const settings = {
      NODE_OPTIONS: `--import=${hook.href}`,
      LOOP_DELAY_PORT: String(delayPort),
      MQTT_PORT: String(mqttPort),
    };
    /** Returns the p99.9 of the delays of the event loop since the previous call, in milliseconds. */
    const readDelay = async () => Number(await (await fetch(`http://127.0.0.1:${delayPort}`)).text());
    return withServer({ wardCount, settings }, async (server) => {
      const samples: Sample[] = [];
      await server.load.open(viewerCount, viewersPerWard);
      await server.load.send({ seconds: 2, connections: 4, batch: 10 });
      for (const [name, run] of Object.entries(loads(mqttPort))) {
        await readDelay();
        await run(server, seconds);
        samples.push({ row: rowName(name), subject: ours, value: await readDelay() });
      }
      return samples;
    });
  },
};

/** Sends reports, heartbeats, sign-ins and requests for lists of rooms, at the rate of a home. */
async function useAsStaffDo({ url, home, load }: BenchServer, minSeconds: number): Promise<unknown> {
  const seconds = Math.max(minMixedSeconds, minSeconds);
  const { accessToken: bearer } = await signIn(url, nurse.username, nurse.password);
  const wards = home.wards.map(({ uuid }) => uuid);
  const rooms = home.rooms.map(({ uuid }) => uuid);
  let [nextWard, nextRoom] = [0, 0];
  return Promise.all([
    load.send({ seconds, connections: 10, rate: reportsPerSecond }),
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

/** Floods the broker: each client publishes its next message when the broker has acknowledged the previous one. */
async function floodWithMqtt({ home }: BenchServer, port: number, seconds: number): Promise<void> {
  const options = { username: 'lab', password: home.deviceKey, protocolVersion: 4 } as const;
  const end = performance.now() + seconds * 1_000;
  const floodWith = async (_none: unknown, index: number) => {
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, options);
    let count = index;
    const publish = async () => {
      while (performance.now() < end) {
        const room = home.rooms[count % home.rooms.length]?.uuid;
        count += mqttClients;
        const status = count % 2 === 0 ? 'in_bed' : 'out_of_bed';
        await client.publishAsync(`roomstatus/${home.location}/${room}/status`, status, { qos: 1 });
      }
    };
    await Promise.all(Array.from({ length: messagesInFlight }, publish));
    await client.endAsync();
  };
  await Promise.all(Array.from({ length: mqttClients }, floodWith));
}
