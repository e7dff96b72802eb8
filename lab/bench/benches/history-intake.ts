/** Measures whether reports wait while people read the history. */
import { signIn } from '../../../tests/support/identity/sign-in.ts';
import { call, repeatAtRate } from '../../shared/calls.ts';
import { manager } from '../../shared/home.ts';
import { inTurn } from '../../shared/present.ts';
import { type BenchServer, pidOf } from '../bench-server.ts';
import { unpin } from '../measure/processes.ts';
import { medianOf, ours, type RowDefinition, type Sample } from '../row.ts';

const reportsPerSecond = 50;
const readsPerSecond = 1;
/** Phases without and with readers take turns, and their medians are compared, because some calls wait for the disk. */
const pairs = 3;
const minSeconds = 20;
const dayMs = 86_400_000;
const nobodyReads = 'while nobody reads';

const reason = 'The readers, the load generator and the database share two cores. The median stays the same.';

type Storage = BenchServer['storage'];
const rowName = (storage: Storage) =>
  `answer p99 at ${reportsPerSecond} reports/s while people read the history, ${storage}`;

export function intakeRows(storage: Storage): readonly RowDefinition[] {
  return [{ name: rowName(storage), unit: 'ms', goal: { atMost: 1.25, of: nobodyReads }, reason }];
}

export async function measureIntake(server: BenchServer, atLeastSeconds: number): Promise<readonly Sample[]> {
  const { storage, load } = server;
  // The history is read in a thread, which on one core could only take turns with the reports.
  unpin(pidOf(server.app));
  const phase = { seconds: Math.max(minSeconds, atLeastSeconds), connections: 10, rate: reportsPerSecond };
  const read = await createReader(server);
  const sendAlone = async () => (await load.send(phase)).answerMs.p99;
  const sendBesideReads = async () => {
    const [sent] = await Promise.all([load.send(phase), repeatAtRate(phase.seconds, readsPerSecond, read)]);
    return sent.answerMs.p99;
  };
  // The first reads start the thread, and a server that has just started counts the nights before.
  await sendBesideReads();
  const [alone, besideReads]: [number[], number[]] = [[], []];
  for (let pair = 0; pair < pairs; pair += 1) {
    alone.push(await sendAlone());
    besideReads.push(await sendBesideReads());
  }
  return [
    { row: rowName(storage), subject: nobodyReads, value: medianOf(alone) },
    { row: rowName(storage), subject: ours, value: medianOf(besideReads) },
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
