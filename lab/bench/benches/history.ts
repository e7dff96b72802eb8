/** Measures how long the history of a ward takes to read from a log of ten million reports. */
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadFigures } from '../../../src/server/figures/load-figures.ts';
import { loadHandover } from '../../../src/server/handover/load-handover.ts';
import { loadRoomNights } from '../../../src/server/history/nights/room-nights.ts';
import { loadRoomHistory, loadWardHistory } from '../../../src/server/history/room-history.ts';
import { readWardTime } from '../../../src/server/rules/ward-time.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { quantileOf } from '../../shared/calls.ts';
import { seedHome } from '../../shared/home.ts';
import { inTurn } from '../../shared/present.ts';
import { createTokens } from '../access-tokens.ts';
import { storages, withApp } from '../bench-server.ts';
import { cores, onCore } from '../measure/processes.ts';
import { type Bench, type BenchOptions, ours, type Sample } from '../row.ts';
import { fillHistory, fillNights } from './history-rows.ts';
import { intakeRows, measureIntake } from './history-intake.ts';

const roomCount = 60;
const reportCount = 10_000_000;
const quickReportCount = 200_000;
const [hourMs, dayMs] = [3_600_000, 86_400_000];
const runs = 20;

const reads = {
  'the last 24 hours of a room': 20,
  'the last 14 nights of a room': 50,
  'the night of a ward of 60 rooms': 100,
  'the handover of a ward of 60 rooms': 300,
  'a year of figures of a ward of 60 rooms': 300,
} as const;
type Read = keyof typeof reads;
type Storage = keyof typeof storages;

const rowName = (read: string, storage: string) => `${read}, ${storage}`;
const storageNames: readonly Storage[] = ['SQLite', 'PostgreSQL'];

export const history: Bench = {
  name: 'history',
  about: `A ward of ${roomCount} rooms has a log of ${reportCount} reports in 400 days, and the summaries of two years of nights with two alerts each. The value is the median of ${runs} calls, each for another room.`,
  rows: storageNames.flatMap((storage) => [
    ...Object.entries(reads).map(([read, atMost]) => ({
      name: rowName(read, storage),
      unit: 'ms',
      goal: { atMost },
    })),
    ...intakeRows(storage),
  ]),
  maxRounds: 1,
  measure: async (options) => {
    const samples: Sample[] = [];
    for (const storage of storageNames) samples.push(...(await measureStorage(storage, options)));
    return samples;
  },
};

async function measureStorage(name: Storage, { isQuick, seconds }: BenchOptions): Promise<readonly Sample[]> {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-bench-'));
  // The user of PostgreSQL must be able to enter the folder.
  await chmod(folder, 0o755);
  const storage = await storages[name](folder);
  const database = await storage.openDatabase();
  try {
    await database.migrate();
    const home = await seedHome(database, [roomCount, roomCount]);
    const makeTokens = await createTokens(database, 1);
    const [ward, ...otherWards] = home.wards;
    if (ward === undefined) throw new Error('the home has no ward');
    const now = Math.floor(Date.now() / dayMs) * dayMs + 8 * hourMs;
    const rooms = ward.rooms.map(({ uuid }) => uuid);
    await fillHistory(database, { rooms, ward: ward.uuid, now, reportCount: isQuick ? quickReportCount : reportCount });
    for (const other of otherWards) {
      await fillNights(database, { rooms: other.rooms.map(({ uuid }) => uuid), ward: other.uuid, now });
    }
    const samples = await measureReads(name, database, { ward: ward.uuid, rooms, now });
    await database.close();
    const intake = await withApp({ folder, storage, home: { ...home, wards: otherWards }, makeTokens }, (server) =>
      onCore(cores.database, () => measureIntake(server, ward, seconds)),
    );
    return [...samples, ...intake];
  } finally {
    await database.close();
    for (const service of storage.services) await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Home {
  readonly ward: string;
  readonly rooms: readonly string[];
  readonly now: number;
}

async function measureReads(
  storage: Storage,
  database: Database,
  { ward, rooms, now }: Home,
): Promise<readonly Sample[]> {
  const { query } = database;
  const { timeZone, shifts } = await readWardTime(query, [ward]);
  const time = { timeZone, shifts };
  const roomOf = (run: number) => ({ uuid: inTurn(rooms, run), name: '', place: '', clientUUID: randomUUID() });
  const place = { ...time, placeUUID: ward, wards: [{ uuid: ward, displayName: 'Ward' }] };
  const shift = { from: now - 9 * hourMs, to: now - hourMs };
  const callOf: Readonly<Record<Read, (run: number) => Promise<unknown>>> = {
    'the last 24 hours of a room': (run) =>
      loadRoomHistory(query, { room: roomOf(run), from: now - dayMs, to: now, now }),
    'the last 14 nights of a room': (run) => loadRoomNights(query, roomOf(run), now),
    'the night of a ward of 60 rooms': () =>
      loadWardHistory(query, { wardUUID: ward, from: shift.from, to: shift.to, now }),
    'the handover of a ward of 60 rooms': () => loadHandover(query, { ...time, wardUUID: ward, shift, now }),
    'a year of figures of a ward of 60 rooms': () =>
      loadFigures(database, { place, period: { from: now - 365 * dayMs, to: now }, now }),
  };
  const samples: Sample[] = [];
  for (const [read, call] of Object.entries(callOf)) {
    const elapsed: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const startedAt = performance.now();
      await call(run);
      elapsed.push(performance.now() - startedAt);
    }
    samples.push({ row: rowName(read, storage), subject: ours, value: quantileOf(elapsed, 0.5) });
  }
  return samples;
}
