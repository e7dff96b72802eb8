/** Measures how long a fall takes to the push service of a phone when the chain reaches people at once. */
import { randomUUID } from 'node:crypto';
import { type PushService, startPushService } from '../../../tests/support/phones/push-service.ts';
import { workingPhoneOf } from '../../../tests/support/phones/working-phone.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { ensureAccount } from '../../../src/server/people/accounts/add-account.ts';
import { signIn } from '../../../tests/support/identity/sign-in.ts';
import { call, quantileOf, repeatAtRate } from '../../shared/calls.ts';
import { receivedAlerts } from '../../shared/duty-phone.ts';
import { type LabHome, type LabWard, nurse } from '../../shared/home.ts';
import { type BenchServer, processesOf, storages, withServer } from '../bench-server.ts';
import { startCpuMeter } from '../measure/processes.ts';
import { type Bench, type BenchOptions, ours, type Sample } from '../row.ts';

const alertsPerSecond = 100;
/** Each ward has one alert, because a second one of the same ward would share the message of the first. */
const wardsPerNurse = 10;
const seconds = 6;
const quickSeconds = 3;
/** A server that has just started needs twice the processor for the same fall, until its code is compiled. */
const warmUp = { seconds: 8, alertsPerSecond: 50 };
const hourMs = 3_600_000;

/** What limits the figures. */
const reason =
  'The server, PostgreSQL, the push service and the sensors share two cores, which are busy: a fall takes 7 ms of the processor in the server alone. On this machine an empty Fastify route answers 12,000 calls a second, on that of the intake results 65,000.';

type Storage = BenchServer['storage'];
const storageNames = ['SQLite', 'PostgreSQL'] as const;
const rowName = (share: 'p50' | 'p99', storage: Storage) =>
  `a fall until the push service has its message, ${share} at ${alertsPerSecond} falls/s, ${storage}`;

export const notices: Bench = {
  name: 'notices',
  about: `Each of ${alertsPerSecond} falls a second is in another ward. The chain reaches the person on duty there at once, on a phone whose push service checks and decrypts each message. The time is that from the call of the sensor to the message at the push service.`,
  rows: storageNames.flatMap((storage) => [
    { name: rowName('p50', storage), unit: 'ms', goal: { atMost: 100 }, reason },
    { name: rowName('p99', storage), unit: 'ms', goal: { atMost: 500 }, reason },
  ]),
  measure: async (options) => {
    const samples: Sample[] = [];
    for (const storage of storageNames) samples.push(...(await measureStorage(storage, options)));
    return samples;
  },
};

async function measureStorage(storage: Storage, { isQuick }: BenchOptions): Promise<readonly Sample[]> {
  const pushService = await startPushService();
  const duration = isQuick ? quickSeconds : seconds;
  try {
    return await withServer(
      {
        wardCount: warmUp.seconds * warmUp.alertsPerSecond + duration * alertsPerSecond,
        wardRooms: 1,
        startStorage: storages[storage],
        settings: { PUSH_ALLOWED_HOSTS: '127.0.0.1' },
        fill: (database, home) => putOnDuty(database, home, pushService),
      },
      async (server) => {
        const wards = server.home.wards[Symbol.iterator]();
        await raiseAlerts(server, pushService, wards, warmUp);
        await endAlerts(server, pushService);
        const cpu = startCpuMeter(processesOf(server));
        const elapsed = await raiseAlerts(server, pushService, wards, { seconds: duration, alertsPerSecond });
        const { app: cpuUs } = cpu(elapsed.length);
        return (['p50', 'p99'] as const).map((share) => ({
          row: rowName(share, storage),
          subject: ours,
          cpuUs,
          value: quantileOf(elapsed, share === 'p50' ? 0.5 : 0.99),
        }));
      },
    );
  } finally {
    await pushService.close();
  }
}

/** Puts a nurse with a phone on duty on each ward, and makes the chain of the location reach them at once. */
async function putOnDuty({ query, ...database }: Database, home: LabHome, pushService: PushService): Promise<void> {
  const now = Date.now();
  const rules = JSON.stringify({ chain: [{ after: 0, notify: 'ward' }] });
  await query.updateTable('location').set({ own_rules: rules }).where('uuid', '=', home.location).execute();
  for (let start = 0; start < home.wards.length; start += wardsPerNurse) {
    const username = `nurse-${start}`;
    const account = { username, password: randomUUID(), displayName: username, groups: ['nurses'] };
    const { subject } = await ensureAccount({ query, ...database }, { ...account, email: `${username}@lab.example` });
    const phone = workingPhoneOf({ subject, groups: ['nurses'] }, pushService.subscribe(), now);
    await query.insertInto('phone').values(phone).execute();
    const person = { subject, display_name: username };
    const shift = { group_names: '["nurses"]', since_at: now, until_at: now + hourMs };
    const wards = home.wards.slice(start, start + wardsPerNurse);
    await query
      .insertInto('duty')
      .values(wards.map(({ uuid }) => ({ ...person, ...shift, ward_uuid: uuid })))
      .execute();
  }
}

/** Ends all alerts as staff do. Resolves when the messages about them are withdrawn. */
async function endAlerts({ url }: BenchServer, pushService: PushService): Promise<void> {
  const { accessToken: bearer } = await signIn(url, nurse.username, nurse.password);
  const alerts = receivedAlerts(pushService);
  const answers = alerts.values();
  await repeatAtRate(alerts.length / warmUp.alertsPerSecond, warmUp.alertsPerSecond, async () => {
    const uuid = answers.next().value ?? '';
    const body = JSON.stringify({ resolution: 'helped', seen: { [uuid]: 0 } });
    await call(`${url}/api/alerts/${uuid}/resolve`, { bearer, body });
  });
  const withdrawals = () => pushService.pushes.filter(({ payload }) => payload.kind === 'over').length;
  await pushService.waitFor(() => withdrawals() >= alerts.length);
}

/** Raises one alert in each of the next wards. Returns the milliseconds until each message has arrived. */
async function raiseAlerts(
  { url, home }: BenchServer,
  pushService: PushService,
  wards: Iterator<LabWard>,
  rate: { readonly seconds: number; readonly alertsPerSecond: number },
): Promise<number[]> {
  const sentAt = new Map<string, number>();
  await repeatAtRate(rate.seconds, rate.alertsPerSecond, async () => {
    const next = wards.next();
    const room = next.done === true ? undefined : next.value.rooms[0];
    if (next.done === true || room === undefined) throw new Error('there are more alerts than wards');
    const { value: ward } = next;
    sentAt.set(ward.uuid, performance.now());
    const report = { room: room.uuid, status: 'man_down' };
    await call(`${url}/api/reports`, { bearer: home.deviceKey, body: JSON.stringify(report) });
  });
  return Promise.all(
    Array.from(sentAt, async ([ward, sent]) => {
      const { at } = await pushService.waitFor(
        ({ payload }) => payload.kind === 'alert' && payload.about.ward.uuid === ward,
      );
      return at - sent;
    }),
  );
}
