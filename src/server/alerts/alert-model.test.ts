/** Compares the real server, by its HTTP interface, with a model that consists of the pure functions of the domain. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { small, type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { openSmallHome } from '../../../tests/support/database/test-database.ts';
import { fresh } from '../../../tests/support/ingest-state.ts';
import { type Alert, type AlertTransition, isAlertOpen } from '../../domain/alerts/alert.ts';
import { type AlertAction, answerIfSeen, expireAlert, type SeenAlerts } from '../../domain/alerts/alert-actions.ts';
import {
  type AlertContext,
  type AlertOutcome,
  dueTimeOf,
  isPauseActive,
  emptyHold,
  startPause,
} from '../../domain/alerts/alert-hold.ts';
import { raiseAlertAfterPause, applyMessageToAlerts } from '../../domain/alerts/alert-reports.ts';
import { followUpAnswer } from '../../domain/alerts/follow-up-answer.ts';
import { shownAlertOf } from '../../domain/alerts/shown-alert.ts';
import { ingest } from '../../domain/ingest/ingest.ts';
import type { IncomingItem } from '../../domain/ingest/incoming.ts';
import { ingestRulesOf } from '../../domain/ingest/ingest-rules.ts';
import type { Database } from '../database/database.ts';
import { parseAlert } from '../database/open-alerts.ts';
import { createWatchdog, type Watchdog } from '../board/watchdog/watchdog.ts';

/** The rooms have no offline time, so that the watchdog only expires debounce times and alerts. */
const rules = ingestRulesOf('camera', { offlineAfterMs: null });
const rooms = [small.streamA1x1, small.streamA1x2] as const;
const statuses = [1, 1, 17, 2, 3, 5, 11, 24, 12, -1, 99];

const pauseMinutes = 2;
/** `ALERT_SEQUENCES=500 npx vitest run alert-model` tries 500 sequences of commands. */
const sequenceCount = Number(process.env['ALERT_SEQUENCES'] ?? 20);
const userOf = (subject: string) => ({ kind: 'user', subject, displayName: `Name of ${subject}` }) as const;

/** The model of one room. Its alerts are named by their number in the room. */
function createModelRoom(streamUUID: string) {
  let [state, hold] = [fresh, emptyHold];
  const alerts = new Map<string, Alert>();
  const history: AlertTransition[] = [];
  const open = () => [...alerts.values()].filter(isAlertOpen);

  function change(transitions: readonly AlertTransition[]): void {
    for (const { alert } of transitions) alerts.set(alert.uuid, alert);
    history.push(...transitions);
  }

  function store(outcome: AlertOutcome): void {
    hold = outcome.hold;
    change(outcome.transitions);
  }

  function contextAt(now: number): AlertContext {
    const createUuid = () => `${alerts.size}`;
    return {
      streamUUID,
      isActive: true,
      rules: {},
      hold,
      now,
      createUuid,
      clock: (epochMs: number) => Math.floor(epochMs / 60_000) % 1_440,
    };
  }

  function receive(incoming: IncomingItem, now: number): void {
    const ingested = ingest(state, incoming, rules, now);
    state = ingested.state;
    store(applyMessageToAlerts(open(), ingested, contextAt(now)));
  }

  function resume(now: number): void {
    if (hold.pause === null) return;
    hold = { ...hold, pause: null };
    const status = state.statusBeforeOffline ?? state.roomStatus;
    store(raiseAlertAfterPause(open(), status, state.reportedAt ?? now, contextAt(now)));
  }

  return {
    history,
    open: () => open().flatMap((alert) => shownAlertOf(alert) ?? []),
    alertAt: (pick: number) => [...alerts.values()].at(pick % Math.max(1, alerts.size)),
    receive,
    expire: (now: number) => {
      receive({ kind: 'debounce-expiry', streamUUID }, now);
      // The pause ends first, so that an alert that its end raises is not raised a second time because it is due.
      if (hold.pause !== null && !isPauseActive(hold.pause, now)) resume(now);
      const due = open().filter((alert) => dueTimeOf(alert, hold) === alert.dueAt);
      change(due.flatMap((alert) => expireAlert(alert, now) ?? []));
    },
    pause: (subject: string, now: number) => (hold = startPause(hold, pauseMinutes, userOf(subject), now)),
    resume,
    /** What a user saw: the open alerts now, or as they were before each was raised again the last time. */
    seen: (isOld: boolean): SeenAlerts =>
      new Map(open().map(({ uuid, raisedAgainCount: count }) => [uuid, isOld ? Math.max(0, count - 1) : count])),
    act: (alert: Alert, action: AlertAction, seen: SeenAlerts, subject: string, now: number): number => {
      const result = answerIfSeen({ alert, open: open(), seen }, action, userOf(subject), now);
      if (typeof result !== 'string') store(followUpAnswer(result, hold, now, () => `${alerts.size}`));
      return alert.state === 'waiting' ? 404 : result === 'refused' ? 409 : 200;
    },
  };
}

type Model = readonly ReturnType<typeof createModelRoom>[];

/** The real server, which can be restarted on the same database, and its clock. */
async function startSystem(database: Database) {
  await database.query.deleteFrom('alert_event').execute();
  await database.query.deleteFrom('stream').execute();
  const row = { ward_uuid: small.wardA1x, type: 'camera', status: 'ACTIVE', room_status: -1, revision: 0 } as const;
  const values = rooms.map((uuid) => ({ ...row, uuid, display_name: uuid, rules: '{"offlineAfterSeconds":null}' }));
  await database.query.insertInto('stream').values(values).execute();
  let [wallTime, monotonicTime] = [Date.UTC(2026, 2, 1), 0];
  let app: SmallApp;
  let watchdog: Watchdog;
  let tokens: readonly string[];

  async function start(): Promise<void> {
    app = await startSmallApp({ database, now: () => wallTime });
    tokens = [app.token, app.users.token([{ kind: 'ward', uuid: small.wardA1x }], { expiresAt: Infinity })];
    const clocks = { now: () => wallTime, monotonic: () => monotonicTime };
    watchdog = createWatchdog({ database, receiver: app.receiver, ...clocks, log: { warn: () => undefined } });
  }

  async function history() {
    return database.query.selectFrom('alert_event').selectAll().orderBy('sequence').execute();
  }

  /** The uuids of the alerts of a room, in the order in which they were opened. */
  async function uuidsOf(stream: string): Promise<readonly string[]> {
    const events = (await history()).filter(({ stream_uuid }) => stream_uuid === stream);
    return [...new Set(events.map(({ alert_uuid }) => alert_uuid))];
  }

  await start();
  return {
    now: () => wallTime,
    tokenOf: (user: number) => tokens[user] ?? '',
    pass: (ms: number) => ([wallTime, monotonicTime] = [wallTime + ms, monotonicTime + ms]),
    setClock: (ms: number) => (wallTime += ms),
    check: () => watchdog.check(),
    restart: () => app.close().then(start),
    report: (body: object) => app.report(body),
    changePause: (stream: string, call: 'pause' | 'resume', token: string) =>
      app.post(`/streams/${stream}/${call}`, call === 'pause' ? { minutes: pauseMinutes } : undefined, token),
    act: async (
      { streamUUID, uuid }: Alert,
      { kind, ...answer }: AlertAction,
      seenNumbers: SeenAlerts,
      token: string,
    ) => {
      const uuids = await uuidsOf(streamUUID);
      const seen: Record<string, number> = Object.fromEntries(
        [...seenNumbers].map(([number, count]) => [uuids[Number(number)] ?? '', count]),
      );
      const body = kind === 'withdraw' ? undefined : { ...answer, note: undefined, seen };
      return app.post(`/alerts/${uuids[Number(uuid)]}/${kind}`, body, token);
    },
    /** The open alerts and the history of a room, with the alerts named as in the model. */
    read: async (stream: string) => {
      const uuids = await uuidsOf(stream);
      const name = <T extends { readonly uuid: string }>(alert: T) => ({
        ...alert,
        uuid: `${uuids.indexOf(alert.uuid)}`,
      });
      const items = await app.alertsOf();
      const events = (await history()).filter(({ stream_uuid }) => stream_uuid === stream);
      return {
        open: items.filter(({ streamUUID }) => streamUUID === stream).map(name),
        history: events.map(({ event, alert }) => ({ event, alert: name(parseAlert(alert)) })),
      };
    },
    close: () => app.close(),
  };
}

type System = Awaited<ReturnType<typeof startSystem>>;

type Command = fc.AsyncCommand<Model, System>;

/** A command that also compares the server with the model afterwards. */
function command(name: string, run: (model: Model, system: System) => Promise<void>): Command {
  return {
    check: () => true,
    toString: () => name,
    run: async (model, system) => {
      system.pass(1_000);
      await run(model, system);
      for (const [index, stream] of rooms.entries()) {
        const [expected, found] = [model[index], await system.read(stream)];
        const listed = expected?.open().map((alert) => ({ ...alert, streamUUID: stream, wardUUID: small.wardA1x }));
        expect(found.history).toEqual(expected?.history);
        expect(found.open).toEqual(
          listed?.toSorted((one, next) => Date.parse(one.startedAt) - Date.parse(next.startedAt)),
        );
      }
    },
  };
}

async function expectStatus(response: Promise<Response>, status: number | undefined): Promise<void> {
  expect((await response).status).toBe(status);
}

/** Lets the watchdog check the alerts of the server, and expires the same alerts in the model. */
async function check(model: Model, system: System): Promise<void> {
  for (const room of model) room.expire(system.now());
  await system.check();
}

const room = fc.nat({ max: rooms.length - 1 });
const reports = fc
  .record({
    room,
    status: fc.constantFrom(...statuses),
    notification: fc.boolean(),
    ageMs: fc.constantFrom(0, 0, 3_500, 700_000),
  })
  .map(({ room: index, status, notification, ageMs }) =>
    command(`room ${index} reports ${status}, ${ageMs} ms old, notification ${notification}`, async (model, system) => {
      const [streamUUID = '', at] = [rooms[index], system.now() - ageMs];
      const incoming = { kind: 'report', streamUUID, status, at, notification, id: null, debounceMs: null } as const;
      model[index]?.receive(incoming, system.now());
      const body = { stream: streamUUID, status, notification, at: new Date(at).toISOString() };
      await expectStatus(system.report(body), 200);
    }),
  );
const actions = fc.constantFrom<AlertAction>(
  { kind: 'acknowledge' },
  { kind: 'withdraw' },
  { kind: 'attend' },
  { kind: 'resolve', resolution: 'helped', note: null },
  { kind: 'resolve', resolution: 'false-alarm', note: null },
);
const answers = fc
  .record({ room, action: actions, user: fc.nat({ max: 1 }), pick: fc.nat(), isOld: fc.boolean() })
  .map(({ room: index, action, user, pick, isOld }) =>
    command(
      `user ${user} wants to ${action.kind} alert ${pick} of room ${index}, late: ${isOld}`,
      async (model, system) => {
        const alert = model[index]?.alertAt(pick);
        const seen = model[index]?.seen(isOld);
        if (alert === undefined || seen === undefined) return;
        const token = system.tokenOf(user);
        const status = model[index]?.act(alert, action, seen, token, system.now());
        await expectStatus(system.act(alert, action, seen, token), status);
      },
    ),
  );
const pauses = fc
  .record({ room, call: fc.constantFrom('pause' as const, 'resume' as const) })
  .map(({ room: index, call }) =>
    command(`a user calls ${call} for room ${index}`, async (model, system) => {
      const token = system.tokenOf(0);
      if (call === 'pause') model[index]?.pause(token, system.now());
      else model[index]?.resume(system.now());
      await expectStatus(system.changePause(rooms[index] ?? '', call, token), 200);
    }),
  );
const times = fc.constantFrom(2_000, 60_000, 180_000, 1_200_000).map((ms) =>
  command(`${ms} ms pass`, async (model, system) => {
    system.pass(ms);
    await check(model, system);
  }),
);
const clockChanges = fc.constantFrom(-3_600_000, 3_600_000).map((ms) =>
  command(`the clock is set by ${ms} ms`, async (model, system) => {
    system.setClock(ms);
    await check(model, system);
  }),
);
const restarts = fc.constantFrom(0, -3_600_000).map((ms) =>
  command(`the server restarts, and meanwhile the clock is set by ${ms} ms`, async (model, system) => {
    system.setClock(ms);
    await system.restart();
    await check(model, system);
  }),
);

test(
  'after any reports, answers of two users, pauses, waits, clock changes and restarts the server has the alerts of the model',
  async () => {
    const database = await openSmallHome();
    const arbitraries = [reports, reports, answers, answers, answers, pauses, times, clockChanges, restarts];
    const commands = fc.commands(arbitraries, { maxCommands: 30, size: 'max' });
    const property = fc.asyncProperty(commands, async (list) => {
      const system = await startSystem(database);
      try {
        await fc.asyncModelRun(() => ({ model: rooms.map(createModelRoom), real: system }), list);
      } finally {
        await system.close();
      }
    });
    await fc.assert(property, { numRuns: sequenceCount });
    await database.close();
  },
  sequenceCount * 9_000,
);
