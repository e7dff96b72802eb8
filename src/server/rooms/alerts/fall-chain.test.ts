/** The promise about falls on the real server: reports, presence, late answers, pauses, restarts and clock changes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import { type AnswerKind, FallModel } from '../../../../tests/support/falls/fall-model.ts';
import { type FallsHome, startFallsHome } from '../../../../tests/support/falls/falls-home.ts';
import { falls, observeStatus, sensorStatuses } from '../../../../tests/support/falls/http-sensor.ts';
import { productNames, ValueSensor } from '../../../../tests/support/falls/value-sensor.ts';
import { seedSmallHome } from '../../../../tests/support/homes/small-home.ts';
import { seededRandom } from '../../../../tests/support/seeded-random.ts';
import type { Incoming } from '../../../domain/ingest/incoming.ts';
import type { Database } from '../../database/database.ts';
import type { ListedAlert } from './alert-queries.ts';

const [roomCount, roundCount] = [200, 12];
/** `FALL_SEQUENCES=100000 npx vitest run fall-chain` tries that many. */
const batchCount = Math.ceil(Number(process.env['FALL_SEQUENCES'] ?? 400) / roomCount);
const actions = { going: 'acknowledge', withdrawn: 'withdraw', there: 'attend', resolved: 'resolve' } as const;
const answerKinds = ['going', 'there', 'resolved', 'resolved', 'withdrawn'] as const;
const waits = [0, 1_000, 4_000, 11_000, 30_000, 100_000, 181_000, 1_300_000];

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  await seedSmallHome(database);
});
afterAll(() => database.close());

/** What a member of staff saw of a room. */
interface View {
  /** By a clock that nobody sets. */
  readonly at: number;
  readonly alerts: readonly ListedAlert[];
}

interface Room {
  readonly uuid: string;
  /** Undefined: a sensor that reports statuses by HTTP. */
  readonly sensor: ValueSensor | undefined;
  readonly model: FallModel;
  /** The newest first. */
  views: readonly View[];
  /** What happened, for the message of a failure. */
  readonly steps: string[];
}

interface Sent {
  readonly report?: object;
  readonly observed?: readonly Incoming[];
}

const uuidOf = (index: number) => `00000005-0000-4000-8000-${String(index).padStart(12, '0')}`;

class Batch {
  readonly #home: FallsHome;
  readonly #random: () => number;
  readonly #rooms: readonly Room[];

  constructor(home: FallsHome, rooms: readonly string[], random: () => number) {
    this.#home = home;
    this.#random = random;
    this.#rooms = rooms.map((uuid, index) => {
      const product = productNames[index % (productNames.length + 2)];
      const sensor = product === undefined ? undefined : new ValueSensor(product, uuid);
      return { uuid, sensor, model: new FallModel(), views: [], steps: [] };
    });
  }

  /** Returns the first falls that were not told, with what happened in their room before. */
  async run(): Promise<readonly string[]> {
    for (let round = 0; round < roundCount; round += 1) {
      await this.#passTime();
      const sent = await Promise.all(this.#rooms.map((room) => this.#step(room)));
      await this.#home.report(sent.flatMap(({ report }) => report ?? []));
      await this.#home.receive(sent.flatMap(({ observed }) => observed ?? []));
      const untold = await this.#untold();
      if (untold.length > 0) return untold;
    }
    return [];
  }

  async #passTime(): Promise<void> {
    const at = this.#home.now();
    const chance = this.#random();
    if (chance < 0.05) await this.#home.restart();
    else if (chance < 0.08) await this.#home.setClock(3_600_000);
    else if (chance < 0.1) await this.#home.setClock(-3_600_000);
    await this.#home.pass(this.#pick(waits));
    for (const { steps } of this.#rooms) steps.push(`${this.#home.now() - at} ms`);
  }

  /** Returns what the sensor sends. */
  async #step(room: Room): Promise<Sent> {
    const chance = this.#random();
    if (chance < 0.5) return room.sensor === undefined ? this.#report(room) : this.#observe(room, room.sensor);
    if (chance < 0.7) await this.#answer(room, this.#pick(answerKinds), this.#pick([0, 0, 1, 2, 5]));
    else if (chance < 0.75) await this.#home.pause(room.uuid);
    else if (chance < 0.78) await this.#home.resume(room.uuid);
    return {};
  }

  #observe({ model, steps }: Room, sensor: ValueSensor): Sent {
    const message = this.#pick(sensor.messages);
    steps.push(`sends ${JSON.stringify(message)}`);
    return { observed: sensor.send(message, model, this.#home.elapsed()) };
  }

  #report({ uuid, model, steps }: Room): Sent {
    const status = this.#pick(sensorStatuses);
    const notification = this.#random() < 0.8;
    steps.push(`reports ${status}`);
    observeStatus(model, status, this.#home.elapsed());
    return { report: { stream: uuid, status, notification } };
  }

  /** `ago`: how many rounds ago the sender saw what he answers. */
  async #answer({ model, views, steps }: Room, kind: AnswerKind, ago: number): Promise<void> {
    const view = views.at(ago);
    const alert = view?.alerts.find(({ status }) => falls.includes(status));
    if (view === undefined || alert === undefined) return;
    const seen = Object.fromEntries(view.alerts.map(({ uuid, raisedAgainCount }) => [uuid, raisedAgainCount]));
    const body = kind === 'resolved' ? { seen, resolution: 'helped' } : kind === 'withdrawn' ? {} : { seen };
    const isAccepted = await this.#home.answer(alert.uuid, actions[kind], body);
    steps.push(`${kind} ${alert.status} as seen ${ago} rounds ago: ${isAccepted}`);
    if (!isAccepted) return;
    // Staff go to a room, so the way and the arrival count for its other alerts too.
    const covered = kind === 'going' || kind === 'there' ? view.alerts : [alert];
    for (const { status } of covered) model.answered(status, kind, this.#home.now(), view.at);
  }

  async #untold(): Promise<readonly string[]> {
    const listed = await this.#home.alerts();
    const now = this.#home.now();
    return this.#rooms.flatMap((room) => {
      const alerts = listed.get(room.uuid) ?? [];
      room.views = [{ at: this.#home.elapsed(), alerts }, ...room.views].slice(0, 6);
      room.steps.push(`shows ${alerts.map(({ status, state, by }) => `${status} ${state} by ${by.kind}`).join()}`);
      const seen = alerts.map(({ since, by, ...alert }) => ({
        ...alert,
        since: Date.parse(since),
        isByDevice: by.kind === 'device',
      }));
      const untold = room.model.untold(seen, now);
      return untold.length === 0 ? [] : [...room.steps, ...untold];
    });
  }

  #pick<T>(values: readonly T[]): T {
    const value = values[Math.floor(this.#random() * values.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }
}

test(
  'on the real server each fall that nobody has answered is told, whatever sensors, staff and clocks do',
  async () => {
    const rooms = Array.from({ length: roomCount }, (_none, index) => uuidOf(index + 1));
    for (let batch = 0; batch < batchCount; batch += 1) {
      const home = await startFallsHome(database, rooms);
      try {
        expect(await new Batch(home, rooms, seededRandom(batch + Date.now())).run()).toEqual([]);
      } finally {
        await home.close();
      }
    }
  },
  24 * 3_600_000,
);
