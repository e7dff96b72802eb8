/** Measures whether reports wait while people read the history. */
import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from '../../../tests/support/identity/sign-in.ts';
import { call } from '../../shared/calls.ts';
import { type LabWard, manager } from '../../shared/home.ts';
import { inTurn } from '../../shared/present.ts';
import { type BenchServer, pidOf } from '../bench-server.ts';
import { cores, pinLowPriorityThreads } from '../measure/processes.ts';
import { medianOf, ours, type RowDefinition, type Sample } from '../row.ts';

const reportsPerSecond = 50;
/**
 * Phases without and with readers take turns, and their medians are compared. The slowest syncs of the disk set the p99
 * of a phase, so without readers too it varies twofold.
 */
const pairs = 15;
const minSeconds = 20;
const [secondMs, dayMs] = [1_000, 86_400_000];
const goldenRatio = 0.618;
const nobodyReads = 'while nobody reads';

const reason =
  'The server, the database and the load generator share two cores, and a process that is woken on the core of a read waits for up to a clock tick of Linux (4 ms). Reads without parallel workers or with one connection changed nothing. Runs vary: 1.15 to 1.49 on SQLite, 1.46 to 1.65 on PostgreSQL.';

type Storage = BenchServer['storage'];
const rowName = (storage: Storage) =>
  `answer p99 at ${reportsPerSecond} reports/s while people read the history, ${storage}`;

export function intakeRows(storage: Storage): readonly RowDefinition[] {
  return [{ name: rowName(storage), unit: 'ms', goal: { atMost: 1.25, of: nobodyReads }, reason }];
}

/** @param ward whose history is read; no report arrives for it, so that its pages keep their size */
export async function measureIntake(
  server: BenchServer,
  ward: LabWard,
  atLeastSeconds: number,
): Promise<readonly Sample[]> {
  const { storage, load } = server;
  const phase = { seconds: Math.max(minSeconds, atLeastSeconds), connections: 10, rate: reportsPerSecond };
  const sendAlone = async () => (await load.send(phase)).answerMs.p99;
  const sendBesideReads = async () => {
    // A new sign-in for each phase, because an access token expires before the last one.
    const read = await createReader(server, ward);
    const [sent] = await Promise.all([load.send(phase), onceInEachSecond(phase.seconds, read)]);
    return sent.answerMs.p99;
  };
  // The first reads start the thread, and a server that has just started counts the nights before.
  await sendBesideReads();
  // On the core of the server, a report could wait for a clock tick (4 ms) until Linux interrupts a read.
  pinLowPriorityThreads(pidOf(server.app), cores.database);
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

/**
 * Runs the work at another moment of each second, because people do not read in step with the reports. At the same moment
 * of each second it would meet the same share of the reports: none, or each fiftieth.
 */
async function onceInEachSecond(seconds: number, work: () => Promise<void>): Promise<void> {
  const calls = Array.from({ length: seconds }, async (_none, index) => {
    await pause((index + ((index * goldenRatio) % 1)) * secondMs);
    await work();
  });
  await Promise.all(calls);
}

/** Returns a function that opens the next page of the history at each call. */
async function createReader({ url }: BenchServer, ward: LabWard): Promise<() => Promise<void>> {
  const { accessToken: bearer } = await signIn(url, manager.username, manager.password);
  const year = `from=${new Date(Date.now() - 365 * dayMs).toISOString()}&to=${new Date().toISOString()}`;
  let count = 0;
  return () => {
    const room = inTurn(ward.rooms, count).uuid;
    const path = inTurn(
      [
        `streams/${room}/history`,
        `streams/${room}/nights`,
        `wards/${ward.uuid}/history`,
        `wards/${ward.uuid}/handover`,
        `figures?placeUUID=${ward.uuid}&${year}`,
      ],
      count,
    );
    count += 1;
    return call(`${url}/api/${path}`, { bearer });
  };
}
