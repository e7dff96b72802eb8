/** Measures whether reports wait while people read the history. */
import { signIn } from '../../../tests/support/identity/sign-in.ts';
import { call, repeatAtRate } from '../../shared/calls.ts';
import { manager } from '../../shared/home.ts';
import { inTurn } from '../../shared/present.ts';
import type { BenchServer } from '../bench-server.ts';
import { ours, type RowDefinition, type Sample } from '../row.ts';

const reportsPerSecond = 50;
const readsPerSecond = 1;
const minSeconds = 20;
const dayMs = 86_400_000;

type Storage = BenchServer['storage'];
const alone = (storage: Storage) => `answer p99 at ${reportsPerSecond} reports/s beside a filled log, ${storage}`;
const whileRead = (storage: Storage) => `the same while people read the history, ${storage}`;

export function intakeRows(storage: Storage): readonly RowDefinition[] {
  return [
    { name: alone(storage), unit: 'ms', goal: { atMost: 5 } },
    { name: whileRead(storage), unit: 'ms', goal: { atMost: 5 } },
  ];
}

export async function measureIntake(server: BenchServer, atLeastSeconds: number): Promise<readonly Sample[]> {
  const { storage, load } = server;
  const phase = { seconds: Math.max(minSeconds, atLeastSeconds), connections: 10, rate: reportsPerSecond };
  await load.send({ ...phase, seconds: 2 });
  const before = await load.send(phase);
  const read = await createReader(server);
  const [during] = await Promise.all([load.send(phase), repeatAtRate(phase.seconds, readsPerSecond, read)]);
  return [
    { row: alone(storage), subject: ours, value: before.answerMs.p99 },
    { row: whileRead(storage), subject: ours, value: during.answerMs.p99 },
  ];
}

/** Returns a function that opens the next page of the history at each call. */
async function createReader({ url, home }: BenchServer): Promise<() => Promise<void>> {
  const { accessToken: bearer } = await signIn(url, manager.username, manager.password);
  const ward = home.wards[0]?.uuid;
  const year = `from=${new Date(Date.now() - 365 * dayMs).toISOString()}&to=${new Date().toISOString()}`;
  let count = 0;
  return () => {
    const room = inTurn(home.rooms, count).uuid;
    const path = inTurn(
      [
        `streams/${room}/history`,
        `streams/${room}/nights`,
        `wards/${ward}/history`,
        `wards/${ward}/handover`,
        `figures?placeUUID=${ward}&${year}`,
      ],
      count,
    );
    count += 1;
    return call(`${url}/api/${path}`, { bearer });
  };
}
