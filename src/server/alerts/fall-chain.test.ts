/** Checks that falls raise alerts on a real server, for random reports, answers, pauses, restarts and clock changes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSmallHome } from '../../../tests/support/database/test-database.ts';
import { type AnswerKind, FallModel } from '../../../tests/support/falls/fall-model.ts';
import { clockErrors, falls, observeStatus, statusesOf } from '../../../tests/support/falls/http-sensor.ts';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import type { IncomingItem } from '../../domain/ingest/incoming.ts';
import type { Database } from '../database/database.ts';
import type { ListedAlert } from './alert-queries.ts';
import { createWatchdog, type Watchdog } from '../board/watchdog/watchdog.ts';
import { small, type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { createConnection } from '../equipment/connection.ts';
import { isUnroutableMessage } from '../messages/message.ts';
import { isRefusal } from '../messages/parse-report.ts';
import { roomWith } from '../../../tests/support/equipment/room-with.ts';

const [roomCount, roundCount] = [200, 12];
/** `FALL_SEQUENCES=100000 npx vitest run fall-chain` tries 100,000 sequences of events. */
const batchCount = Math.ceil(Number(process.env['FALL_SEQUENCES'] ?? 400) / roomCount);
const actions = { going: 'acknowledge', withdrawn: 'withdraw', there: 'attend', resolved: 'resolve' } as const;
const answerKinds = ['going', 'there', 'resolved', 'resolved', 'withdrawn'] as const;
const waits = [0, 1_000, 4_000, 11_000, 30_000, 100_000, 181_000, 1_300_000];

let database: Database;
beforeAll(async () => {
  database = await openSmallHome();
});
afterAll(() => database.close());

/** What a member of staff saw of a room. */
interface View {
  /** When it was seen, in milliseconds of a monotonic clock. */
  readonly at: number;
  readonly alerts: readonly ListedAlert[];
}

interface Room {
  readonly uuid: string;
  /** The simulated sensor. Undefined: the room has a sensor that reports statuses by HTTP. */
  readonly sensor: ValueSensor | undefined;
  readonly model: FallModel;
  /** The error of the sensor's clock: one of `clockErrors`. */
  clockError: number | null;
  /** What staff saw of the room, the newest view first. */
  views: readonly View[];
  /** What happened in the room, for the message of a failed test. */
  readonly steps: string[];
}

interface Sent {
  readonly report?: object;
  readonly observed?: readonly IncomingItem[];
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
      return { uuid, sensor, model: new FallModel(), clockError: this.#pick(clockErrors), views: [], steps: [] };
    });
  }

  /** Returns the first falls that raised no alert, with what happened in their room before. */
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

  /** Lets the sensor of a room send something, and returns it. */
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

  #report(room: Room): Sent {
    const { uuid, model, steps } = room;
    // Only a clock that is behind is corrected. One that is set back by more than ten minutes hides falls until it has
    // caught up (decision 118).
    if ((room.clockError ?? 0) < 0 && this.#random() < 0.1) room.clockError = 0;
    const { clockError } = room;
    const status = this.#pick(statusesOf(clockError));
    const notification = this.#random() < 0.8;
    const at = clockError === null ? undefined : new Date(this.#home.rightTime() + clockError).toISOString();
    steps.push(`reports ${status} of ${at ?? 'now'}`);
    observeStatus(model, status, this.#home.elapsed());
    return { report: { stream: uuid, status, notification, at } };
  }

  /** Answers a fall of the room. `ago`: how many rounds ago the sender saw the alerts. */
  async #answer({ model, views, steps }: Room, kind: AnswerKind, ago: number): Promise<void> {
    const view = views.at(ago);
    const alert = view?.alerts.find(({ status }) => falls.includes(status));
    if (view === undefined || alert === undefined) return;
    const seen = Object.fromEntries(view.alerts.map(({ uuid, raisedAgainCount }) => [uuid, raisedAgainCount]));
    const body = kind === 'resolved' ? { seen, resolution: 'helped' } : kind === 'withdrawn' ? {} : { seen };
    const isAccepted = await this.#home.answer(alert.uuid, actions[kind], body);
    steps.push(`${kind} ${alert.status} as seen ${ago} rounds ago: ${isAccepted}`);
    if (!isAccepted) return;
    // Staff go to a room, so "I'm on my way" and "I'm here" also count for the other alerts of the room.
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
  'on the real server each unanswered fall raises an alert, for any sensors, staff actions and clock changes',
  async () => {
    const rooms = Array.from({ length: roomCount }, (_none, index) => uuidOf(index + 1));
    for (let batch = 0; batch < batchCount; batch += 1) {
      const home = await startFallsHome(rooms);
      try {
        expect(await new Batch(home, rooms, seededRandom(batch + Date.now())).run()).toEqual([]);
      } finally {
        await home.close();
      }
    }
  },
  24 * 3_600_000,
);

const device = { keyId: 'broker', scope: { kind: 'everything' } } as const;

type FallsHome = Awaited<ReturnType<typeof startFallsHome>>;

/** Starts a server with these rooms, by uuid. They have no offline time, so silence ends no alert. */
async function startFallsHome(rooms: readonly string[]) {
  for (const table of ['alert_event', 'pause_event', 'observation', 'report', 'stream'] as const) {
    await database.query.deleteFrom(table).execute();
  }
  const row = { ward_uuid: small.wardA1x, type: 'camera', status: 'ACTIVE', room_status: -1, revision: 0 } as const;
  const rules = '{"offlineAfterSeconds":null}';
  await database.query
    .insertInto('stream')
    .values(rooms.map((uuid) => ({ ...row, uuid, display_name: uuid, rules })))
    .execute();
  const startedAt = Date.UTC(2026, 2, 1, 2);
  let [wall, steady] = [startedAt, 0];
  let app: SmallApp;
  let watchdog: Watchdog;

  async function start(): Promise<void> {
    app = await startSmallApp({ database, now: () => wall, ratePerSecond: 1_000_000 });
    const clocks = { now: () => wall, monotonic: () => steady };
    watchdog = createWatchdog({ database, receiver: app.receiver, ...clocks, log: { warn: () => undefined } });
  }

  await start();
  return {
    now: () => wall,
    /** Milliseconds of a clock that is never set. */
    elapsed: () => steady,
    /** Epoch milliseconds by a clock that is right. */
    rightTime: () => startedAt + steady,
    /** Time passes, and the watchdog does what is due. */
    pass: async (ms: number): Promise<void> => {
      [wall, steady] = [wall + ms, steady + ms];
      await watchdog.check();
    },
    setClock: async (ms: number): Promise<void> => {
      wall += ms;
      await watchdog.check();
    },
    restart: async (): Promise<void> => {
      await app.close();
      await start();
    },
    /** Sends reports as one call of a device. */
    report: async (reports: readonly object[]): Promise<void> => {
      if (reports.length === 0) return;
      const { status } = await app.report(reports);
      if (status !== 200) throw new Error(`the reports were answered ${status}`);
    },
    /** Receives messages that a broker delivers. */
    receive: (items: readonly IncomingItem[]) => app.receiver.receive(items, device),
    /** Whether the answer was accepted. False: the alert is not as its sender saw it. */
    answer: async (alert: string, kind: string, body: object): Promise<boolean> => {
      const { status } = await app.post(`/alerts/${alert}/${kind}`, body);
      if (status !== 200 && status !== 409) throw new Error(`the answer was answered ${status}`);
      return status === 200;
    },
    pause: (room: string) => app.post(`/streams/${room}/pause`, { minutes: 60 }),
    resume: (room: string) => app.post(`/streams/${room}/resume`, {}),
    /** The alerts that staff see, by room. */
    alerts: async (): Promise<ReadonlyMap<string, readonly ListedAlert[]>> => {
      return Map.groupBy(await app.alertsOf(), ({ streamUUID }) => streamUUID);
    },
    close: () => app.close(),
  };
}

const fall = 1;

/** What a message does in the model. `online` after `offline`: the values from before are unknown. */
type Effect = 'fall' | 'no fall' | 'offline' | 'online' | 'other';
type Message = readonly [topic: string, payload: string | object, effect: Effect];

interface Product {
  readonly roles: readonly string[];
  readonly messages: readonly Message[];
}

/** The simulated products, by the name of their connection in the samples. */
const products: Readonly<Record<string, Product>> = {
  house: {
    roles: ['fall'],
    messages: [
      ['binary_sensor/fall_1/state', 'on', 'fall'],
      ['binary_sensor/fall_1/state', 'off', 'no fall'],
      ['available', 'offline', 'offline'],
      ['available', 'online', 'online'],
    ],
  },
  zigbee: {
    roles: ['fall', 'bed'],
    messages: [
      ['fall_1', { fall_down_status: 'fall' }, 'fall'],
      ['fall_1', { fall_down_status: 'none' }, 'no fall'],
      ['bed_1', { occupancy: true }, 'other'],
      ['bed_1', { occupancy: false }, 'other'],
    ],
  },
  nodes: {
    roles: ['fall', 'bathroom'],
    messages: [
      ['fall-device/binary_sensor/fall/state', 'ON', 'fall'],
      ['fall-device/binary_sensor/fall/state', 'OFF', 'no fall'],
      ['bathroom-device/binary_sensor/bathroom/state', 'ON', 'other'],
      ['bathroom-device/binary_sensor/bathroom/state', 'OFF', 'other'],
    ],
  },
};

const productNames = Object.keys(products);

class ValueSensor {
  readonly messages: readonly Message[];
  readonly #connection: ReturnType<typeof createConnection>;
  readonly #streamUUID: string;
  #hasFallen = false;
  #isOffline = false;

  /** `product`: one of `productNames`. `streamUUID`: the room of the sensor. */
  constructor(product: string, streamUUID: string) {
    const { roles = [], messages = [] } = products[product] ?? {};
    this.messages = messages;
    this.#connection = createConnection(roomWith(product, roles));
    this.#streamUUID = streamUUID;
  }

  /** Returns what the server reads in a message, and tells the model what the sensor sees. */
  send([topic, payload, effect]: Message, model: FallModel, now: number): readonly IncomingItem[] {
    this.#observe(effect, model, now);
    const bytes = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
    const parsed = this.#connection.parseMessage({
      topic: `${this.#connection.topic}/${topic}`,
      payload: bytes,
      retainedAt: null,
    });
    if (isUnroutableMessage(parsed)) throw new Error(`${topic} reaches no room`);
    return parsed.map((item) => {
      if (isRefusal(item)) throw new Error(`${topic}: refused`);
      return item.incoming(this.#streamUUID);
    });
  }

  #observe(effect: Effect, model: FallModel, now: number): void {
    if (effect === 'fall' && this.#hasFallen) return model.goesOn(fall);
    if (effect === 'other' || (effect === 'online' && !this.#isOffline)) return;
    if (effect === 'fall') model.falls(fall, now);
    else model.stands(fall);
    this.#hasFallen = effect === 'fall';
    this.#isOffline = effect === 'offline' || (this.#isOffline && effect !== 'online');
  }
}
