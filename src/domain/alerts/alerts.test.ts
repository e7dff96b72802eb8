import { describe, expect, test } from 'vitest';
import { fresh } from '../../../tests/support/ingest-state.ts';
import type { IncomingItem } from '../ingest/incoming.ts';
import { ingest } from '../ingest/ingest.ts';
import type { ReportLogEntry } from '../ingest/report-log.ts';
import { ingestRulesOf } from '../ingest/ingest-rules.ts';
import type { IngestState } from '../ingest/ingest-state.ts';
import { answerAlert, applyAlertAction, expireAlert, openDrill, type AlertAction } from './alert-actions.ts';
import {
  maxAcknowledgedMs,
  type Alert,
  type AlertUser,
  technicalTimeoutMs,
  maxAttendedMs,
  isAlertOpen,
  applyTransitions,
} from './alert.ts';
import { applyMessageToAlerts } from './alert-reports.ts';
import { followUpAnswer } from './follow-up-answer.ts';
import { type AlertHold, dueTimeOf, applyAnswerToHold, emptyHold, startPause } from './alert-hold.ts';
import type { AlertRules } from './alert-rules.ts';

const now = Date.UTC(2026, 2, 1, 2);
const [fall, outOfBed, inBed, staffIn, staffOut, unreachable, unknown] = [1, 3, 5, 11, 24, 12, 99];
const nurse = { kind: 'user', subject: 'anna', displayName: 'Anna' } as const;
const other = { kind: 'user', subject: 'ben', displayName: 'Ben' } as const;

let count = 0;
/** The minute of the day of an instant in UTC. */
const clock = (epochMs: number) => Math.floor(epochMs / 60_000) % 1_440;
const createUuid = () => `alert-${(count += 1)}`;

interface RoomState {
  readonly state: IngestState;
  readonly alerts: readonly Alert[];
  readonly hold: AlertHold;
}

const camera = { ...ingestRulesOf('camera'), dedupeWindowMs: 0 };
const isolated: RoomState = { state: fresh, alerts: [], hold: emptyHold };

/** One report of a room. `options.at`: the time of the event; the server receives it at `receivedAt`. */
function report(
  room: RoomState,
  status: number,
  receivedAt: number,
  options: { readonly rules?: AlertRules; readonly at?: number; readonly isActive?: boolean } = {},
): RoomState {
  const { at = receivedAt } = options;
  const incoming = { kind: 'report', streamUUID: 'room', status, at, notification: true, id: null } as const;
  return receive(room, { ...incoming, debounceMs: null }, receivedAt, options);
}

function receive(
  { state, alerts, hold }: RoomState,
  incoming: IncomingItem,
  receivedAt: number,
  { rules = {}, isActive = true }: { readonly rules?: AlertRules; readonly isActive?: boolean } = {},
): RoomState {
  const ingested = ingest(state, incoming, camera, receivedAt);
  const context = { streamUUID: 'room', isActive, rules, hold, now: receivedAt, createUuid, clock };
  const changed = new Map(alerts.map((alert) => [alert.uuid, alert]));
  const open = alerts.filter(isAlertOpen);
  const after = applyMessageToAlerts(open, ingested, context);
  for (const { alert } of after.transitions) changed.set(alert.uuid, alert);
  return { state: ingested.state, alerts: [...changed.values()], hold: after.hold };
}

/** The alerts of one room after reports of these statuses, each a second after the one before it. */
function reported(statuses: readonly number[], rules: AlertRules = {}, open: readonly Alert[] = []): readonly Alert[] {
  return statuses.reduce((room, status, index) => report(room, status, now + index * 1_000, { rules }), {
    ...isolated,
    alerts: open,
  }).alerts;
}

function only(alerts: readonly Alert[]): Alert {
  const [alert] = alerts;
  if (alert === undefined || alerts.length > 1) throw new Error(`${alerts.length} alerts instead of one`);
  return alert;
}

function act(alert: Alert, kind: 'acknowledge' | 'withdraw' | 'attend', by: AlertUser = nurse, at = now): Alert {
  return done(alert, { kind }, by, at);
}

function done(alert: Alert, action: AlertAction, by: AlertUser = nurse, at = now): Alert {
  const result = applyAlertAction(alert, action, by, at);
  if (typeof result === 'string') throw new Error(result);
  return result.alert;
}

const helped = { kind: 'resolve', resolution: 'helped', note: null } as const;

describe('the alerts of a room after its reports', () => {
  test('a fall stays an open alert whatever the room reports afterwards', () => {
    const alerts = reported([fall, outOfBed, inBed, unreachable]);
    expect(alerts.find(({ status }) => status === fall)).toMatchObject({
      state: 'raised',
      startedAt: now,
    });
  });

  test('a second report of a status joins the open alert of this status', () => {
    expect(only(reported([fall, fall]))).toMatchObject({ state: 'raised', startedAt: now });
  });

  test('a second report of a status opens a new alert if the first alert was resolved', () => {
    const resolved = done(only(reported([fall])), helped);
    expect(reported([fall], {}, [resolved]).map(({ state }) => state)).toEqual(['resolved', 'raised']);
  });

  test('an alert of medium priority resolves itself when its status ends', () => {
    expect(only(reported([outOfBed, inBed]))).toMatchObject({
      state: 'resolved',
      resolution: 'resolved-itself',
      by: { kind: 'device' },
    });
  });

  test('an unreachable camera and staff in the room do not end an alert of medium priority', () => {
    for (const status of [unreachable, staffIn, staffOut]) {
      expect(reported([outOfBed, status])[0]?.state, `${status}`).not.toBe('resolved');
    }
  });

  test('staff who enter the room attend its alerts, and a camera that reports them is reachable again', () => {
    expect(reported([fall, unreachable, staffIn]).map(({ status, state }) => [status, state])).toEqual([
      [fall, 'attended'],
      [unreachable, 'resolved'],
    ]);
  });

  test('a camera that fails, or comes back, while staff are in the room does not attend an alert', () => {
    const attended = [fall, staffIn].reduce((room, status) => report(room, status, now), isolated);
    const raised = expireAlert(only(attended.alerts), now + maxAttendedMs)?.alert ?? only(attended.alerts);
    let room: RoomState = { ...attended, alerts: [raised] };
    for (const kind of ['offline', 'heartbeat'] as const) {
      room = receive(room, { kind, streamUUID: 'room' }, now + maxAttendedMs + 1_000);
      expect(room.alerts.find(({ status }) => status === fall)?.state, kind).toBe('raised');
    }
    expect(room.state.roomStatus).toBe(staffIn);
  });

  test('a camera that fails during a fall opens a technical alert beside that of the fall', () => {
    const failed = receive(report(isolated, fall, now), { kind: 'offline', streamUUID: 'room' }, now + 1_000);
    expect(failed.alerts.map(({ status, priority, state }) => [status, priority, state])).toEqual([
      [fall, 'high', 'raised'],
      [unreachable, 'technical', 'raised'],
    ]);
    const back = receive(failed, { kind: 'heartbeat', streamUUID: 'room' }, now + 2_000);
    expect(back.alerts.map(({ status, state }) => [status, state])).toEqual([
      [fall, 'raised'],
      [unreachable, 'resolved'],
    ]);
  });

  test('an unreachable camera whose alert has medium priority keeps its alert until the camera is reachable again', () => {
    const rules = { camera_unreachable: { priority: 'medium', latches: false, afterMs: 0, between: null } } as const;
    const failed = receive(report(isolated, inBed, now), { kind: 'offline', streamUUID: 'room' }, now, { rules });
    expect(only(failed.alerts)).toMatchObject({ status: unreachable, priority: 'medium', state: 'raised' });
    const room = { ...failed, state: { ...failed.state, offlineSources: { x: 'camera' } } as const };
    const meanwhile = report(room, outOfBed, now + 1_000, { rules: { ...rules, out_of_bed: null } });
    expect(only(meanwhile.alerts).state).toBe('raised');
  });

  test('an alert is silent while the sensor sees staff in the room, and is raised again after three minutes or when staff leave without an answer', () => {
    const attended = only(reported([fall, staffIn]));
    expect(attended).toMatchObject({ state: 'attended', dueAt: now + 1_000 + maxAcknowledgedMs });
    expect(expireAlert(attended, now + 1_000 + maxAcknowledgedMs)?.alert.state).toBe('raised');
    const left = only(reported([fall, staffIn, staffOut]));
    expect(left).toMatchObject({ state: 'raised', by: { kind: 'device' }, raisedAgainCount: 1, dueAt: null });
  });

  test('an alert that a user has attended stays attended when the sensor sees staff leave the room', () => {
    const room = report(report(isolated, fall, now), staffIn, now + 1_000);
    const alerts = [act(only(room.alerts), 'attend')];
    expect(only(report({ ...room, alerts }, staffOut, now + 2_000).alerts).state).toBe('attended');
  });

  test('a status without an alert rule opens no alert, and an unknown status code opens a technical one', () => {
    expect(reported([inBed, staffIn])).toEqual([]);
    expect(only(reported([unknown]))).toMatchObject({ priority: 'technical', latches: false });
  });

  test('a rule of the home can switch off the alert of a status or change its priority', () => {
    expect(reported([outOfBed], { out_of_bed: null })).toEqual([]);
    const rules = { out_of_bed: { priority: 'high', latches: true, afterMs: 0, between: null } } as const;
    expect(only(reported([outOfBed, inBed], rules))).toMatchObject({ state: 'raised', priority: 'high' });
  });
});

describe('a status that continues after an answer', () => {
  const minute = 60_000;
  const fallen = report(isolated, fall, now);

  /** A user acts on the newest alert of the room. */
  function answer(room: RoomState, action: AlertAction, at: number): RoomState {
    const alert = room.alerts.at(-1);
    const result = alert === undefined ? 'refused' : applyAlertAction(alert, action, nurse, at);
    if (typeof result === 'string') throw new Error(result);
    const alerts = [...room.alerts.slice(0, -1), result.alert];
    return { ...room, alerts, hold: applyAnswerToHold(room.hold, result, at) };
  }
  const statesOf = ({ alerts }: RoomState) => alerts.map(({ state }) => state);
  const after = (room: RoomState, ...statuses: readonly number[]) =>
    statuses.reduce((before, status, index) => report(before, status, now + minute + (index + 1) * 1_000), room);
  const resolved = answer(fallen, helped, now + minute);

  test('a status that continues after its alert was resolved raises another alert after three minutes', () => {
    const again = after(resolved, fall, fall);
    expect(again.alerts.slice(1)).toMatchObject([{ state: 'waiting', dueAt: now + 4 * minute }]);
    expect(
      only(again.alerts.slice(1).flatMap((alert) => expireAlert(alert, now + 4 * minute)?.alert ?? [])),
    ).toMatchObject({ state: 'raised', priority: 'high' });
    expect(statesOf(report(resolved, fall, now + 4 * minute))).toEqual(['resolved', 'raised']);
  });

  test('a status is over when the room reports another status of the resident, and its next report is a new event', () => {
    expect(statesOf(after(resolved, fall, inBed))).toEqual(['resolved', 'resolved']);
    expect(statesOf(after(resolved, inBed, fall))).toEqual(['resolved', 'raised']);
    expect(statesOf(after(resolved, fall, inBed, fall))).toEqual(['resolved', 'resolved', 'raised']);
  });

  test('a status continues while staff are in the room or the camera is unreachable', () => {
    for (const status of [staffIn, staffOut, unreachable]) {
      const { alerts } = after(resolved, status, fall);
      expect(alerts.findLast((alert) => alert.status === fall)?.state, `${status}`).toBe('waiting');
    }
  });

  test('a status of medium priority that continues after its alert was resolved raises another one after 20 minutes', () => {
    const room = answer(report(isolated, outOfBed, now), helped, now + minute);
    expect(after(room, outOfBed).alerts.at(-1)).toMatchObject({ state: 'waiting', dueAt: now + 21 * minute });
  });

  test('a status that continues raises its alert at once when the clock was set back after the answer', () => {
    expect(statesOf(report(resolved, fall, now - 60 * minute))).toEqual(['resolved', 'raised']);
  });

  test('a repeated status joins its attended alert silently, and a second fall raises that alert again', () => {
    const attended = answer(fallen, { kind: 'attend' }, now + minute);
    expect(statesOf(after(attended, fall, fall))).toEqual(['attended']);
    expect(only(after(attended, inBed, fall).alerts)).toMatchObject({
      state: 'raised',
      raisedAgainCount: 1,
      by: { kind: 'device' },
      startedAt: now,
      dueAt: null,
    });
  });

  test('a second fall raises an acknowledged alert again, because the answer was to the first fall', () => {
    const going = answer(fallen, { kind: 'acknowledge' }, now);
    expect(statesOf(after(going, fall, fall))).toEqual(['acknowledged']);
    expect(only(after(going, inBed, fall).alerts)).toMatchObject({ state: 'raised', raisedAgainCount: 1 });
  });

  test('a second fall raises an unanswered alert again, so that an answer to the first fall is refused', () => {
    expect(only(after(fallen, fall, fall).alerts).raisedAgainCount).toBe(0);
    expect(only(after(fallen, inBed, fall).alerts)).toMatchObject({ state: 'raised', raisedAgainCount: 1 });
    expect(only(after(fallen, staffIn, staffOut, fall).alerts).raisedAgainCount).toBe(1);
  });

  test('a second fall makes no sound for three minutes while the sensor sees staff in the room', () => {
    expect(statesOf(after(fallen, staffIn, inBed, fall))).toEqual(['attended']);
    expect(statesOf(after(fallen, staffIn, inBed, staffOut, fall))).toEqual(['raised']);
    const attended = answer(after(fallen, staffIn), { kind: 'attend' }, now + minute);
    const silent = after(attended, inBed, fall);
    expect(only(silent.alerts)).toMatchObject({ state: 'attended', by: { kind: 'device' }, raisedAgainCount: 1 });
    expect(statesOf(report(silent, staffOut, now + 2 * minute))).toEqual(['raised']);
  });

  test('a late report of a second fall raises an alert again that was answered before', () => {
    const attended = answer(fallen, { kind: 'attend' }, now + minute);
    const later = report(attended, inBed, now + 3 * minute);
    const stateAfter = (at: number) => statesOf(report(later, fall, now + 3 * minute + 1_000, { at }));
    expect(stateAfter(now + 2 * minute)).toEqual(['raised']);
    expect(stateAfter(now + minute - 1)).toEqual(['attended']);
  });

  test('a second fall of a sensor with a slow clock raises an answered alert again', () => {
    const send = (room: RoomState, status: number, at: number) => report(room, status, at, { at: at - 11 * minute });
    const going = answer(send(isolated, fall, now), { kind: 'acknowledge' }, now + minute);
    expect(statesOf(send(going, fall, now + 2 * minute))).toEqual(['acknowledged']);
    const standing = send(going, inBed, now + 2 * minute);
    expect(statesOf(send(standing, fall, now + 2 * minute + 1_000))).toEqual(['raised']);
  });
});

describe('a fall that its sensor reports only once', () => {
  const minute = 60_000;
  const fallen = report(isolated, fall, now);
  const limit = now + minute + maxAcknowledgedMs;

  function resolve(room: RoomState, at: number): RoomState {
    const open = room.alerts.filter(isAlertOpen);
    const answered = answerAlert(only(open), open, helped, nurse, at);
    if (typeof answered === 'string') throw new Error(answered);
    const { transitions, hold } = followUpAnswer(answered, room.hold, at, createUuid);
    return { ...room, hold, alerts: applyTransitions(open, transitions) };
  }

  test('a fall that its sensor reports once is raised again three minutes after its alert was resolved', () => {
    const waiting = only(resolve(fallen, now + minute).alerts);
    expect(waiting).toMatchObject({ state: 'waiting', dueAt: limit, startedAt: now });
    expect(expireAlert(waiting, limit)?.alert).toMatchObject({ state: 'raised', priority: 'high' });
  });

  test('a fall that its sensor reports once counts as over after the second answer', () => {
    const room = resolve(fallen, now + minute);
    const raised = expireAlert(only(room.alerts), limit)?.alert;
    if (raised === undefined) throw new Error('not raised');
    const silent = resolve({ ...room, alerts: [raised] }, limit + minute);
    expect(silent.alerts).toEqual([]);
    expect(only(report(silent, fall, limit + 2 * minute).alerts).state).toBe('waiting');
    expect(only(report(silent, fall, limit + 9 * minute).alerts).state).toBe('raised');
  });

  test('a fall raises no further alert when its sensor reports that it is over', () => {
    const [alert] = report(resolve(fallen, now + minute), inBed, now + 2 * minute).alerts;
    expect(alert?.state).toBe('resolved');
  });

  test('a waiting alert is raised at once when a late report of a fall arrives', () => {
    const waiting = resolve(fallen, now + minute);
    const late = report(waiting, fall, now + 2 * minute, { at: now - 11 * minute });
    expect(late.alerts.filter(isAlertOpen)).toMatchObject([{ state: 'raised', startedAt: now - 11 * minute }]);
  });

  test('a late fall is raised if it happened, or arrived, at the time of day of its rule', () => {
    const between = { from: 60, to: 180 };
    const rules = { man_down: { priority: 'high', latches: true, afterMs: 0, between } } as const;
    const lateFall = (receivedAt: number, at: number) => report(isolated, fall, receivedAt, { at, rules }).alerts;
    expect(only(lateFall(now, now - 180 * minute)).state).toBe('raised');
    expect(only(lateFall(now + 120 * minute, now)).state).toBe('raised');
    expect(lateFall(now + 120 * minute, now - 120 * minute)).toEqual([]);
  });

  test('a second fall is raised at once although a wrong clock made the report of the end of the first one late', () => {
    const over = report(resolve(fallen, now + minute), inBed, now + 2 * minute, { at: now - 11 * minute });
    const [, second] = report(over, fall, now + 2 * minute + 1_000).alerts;
    expect(second).toMatchObject({ state: 'raised' });
  });

  test('a late fall raises no further alert when its sensor repeats the status on the card', () => {
    const late = report(report(isolated, inBed, now - 12 * minute), fall, now, { at: now - 11 * minute });
    const repeated = {
      kind: 'report',
      streamUUID: 'room',
      status: inBed,
      at: null,
      id: null,
      debounceMs: null,
    } as const;
    const [alert] = receive(resolve(late, now + minute), { ...repeated, notification: false }, now + 2 * minute).alerts;
    expect(alert?.state).toBe('resolved');
  });

  test('a second fall is raised at once although the clock of another server says that its alert is due', () => {
    const waiting = resolve(fallen, now + minute);
    const late = report(waiting, fall, now + 60 * minute, { at: now + 2 * minute });
    expect(late.alerts.filter(isAlertOpen)).toMatchObject([{ state: 'raised', startedAt: now + 2 * minute }]);
  });

  test('a fall that was over before its alert was resolved raises no further alert', () => {
    expect(resolve(report(fallen, inBed, now + 1_000), now + minute).alerts).toEqual([]);
  });
});

describe('a fall that is read from the values of a sensor', () => {
  const entry = { status: fall, at: now, notification: true, reportId: null, by: 'sender', revision: 1 } as const;

  function observe(room: RoomState, log: readonly ReportLogEntry[], at: number, repeated?: number): RoomState {
    const state = { roomStatus: log.at(-1)?.status ?? fall, statusBeforeOffline: null };
    const ingested = { state, log, ...(repeated !== undefined && { repeated }) };
    const context = {
      streamUUID: 'room',
      isActive: true,
      rules: {},
      hold: room.hold,
      now: at,
      createUuid,
      clock,
    };
    const open = room.alerts.filter(isAlertOpen);
    const { transitions, hold } = applyMessageToAlerts(open, ingested, context);
    return { ...room, hold, alerts: applyTransitions(open, transitions) };
  }
  const begun = (room: RoomState, at: number) => observe(room, [{ ...entry, at, effect: 'applied', begins: true }], at);
  const resolve = (room: RoomState, at: number): RoomState => {
    const answered = answerAlert(only(room.alerts), room.alerts, helped, nurse, at);
    if (typeof answered === 'string') throw new Error(answered);
    const { transitions, hold } = followUpAnswer(answered, room.hold, at, createUuid);
    return { ...room, hold, alerts: applyTransitions(room.alerts, transitions) };
  };
  const fallen = begun(isolated, now);

  test('a fall of another sensor in the room raises an alert at once after the answer to the first one', () => {
    const answered = resolve(fallen, now + 1_000);
    expect(only(answered.alerts).state).toBe('waiting');
    const second = begun(answered, now + 2_000);
    expect(only(second.alerts)).toMatchObject({ state: 'raised', startedAt: now + 2_000 });
    expect(only(resolve(second, now + 3_000).alerts).state, 'no answer was given to it before').toBe('waiting');
  });

  test('a fall that a sensor value reports again raises an acknowledged alert again, and a repeated value does not', () => {
    const going = { ...fallen, alerts: [act(only(fallen.alerts), 'acknowledge')] };
    expect(only(begun(going, now + 1_000).alerts).state).toBe('raised');
    expect(only(observe(going, [], now + 1_000, fall).alerts).state).toBe('acknowledged');
  });

  test('a fall whose sensor repeats its value raises an alert three minutes after the second answer', () => {
    const first = resolve(fallen, now);
    const raised = expireAlert(only(first.alerts), now + maxAcknowledgedMs)?.alert;
    if (raised === undefined) throw new Error('not raised');
    const silent = resolve({ ...first, alerts: [raised] }, now + maxAcknowledgedMs);
    expect(silent.alerts).toEqual([]);
    const repeated = observe(silent, [], now + maxAcknowledgedMs + 1_000, fall);
    expect(only(repeated.alerts)).toMatchObject({ state: 'waiting', dueAt: now + 2 * maxAcknowledgedMs });
  });

  test('a resident who comes back from the bathroom, as a bed sensor reports it, does not raise an answered alert', () => {
    const left = observe(isolated, [{ ...entry, status: outOfBed, effect: 'applied', begins: true }], now);
    const going = { ...left, alerts: [act(only(left.alerts), 'acknowledge')] };
    const back = observe(going, [{ ...entry, status: outOfBed, effect: 'applied', begins: true }], now + 1_000);
    expect(only(back.alerts).state).toBe('acknowledged');
  });
});

describe('the alerts of a resident who gets up', () => {
  const [gettingUp, edge, bathroom, notInBed] = [10, 2, 6, 15];

  test('a resident who gets up has one alert from the first step until being back in bed', () => {
    const visit = [gettingUp, edge, outOfBed, bathroom, outOfBed, edge];
    expect(only(reported(visit))).toMatchObject({ status: gettingUp, state: 'raised', startedAt: now });
    expect(only(reported([...visit, inBed]))).toMatchObject({ state: 'resolved', resolution: 'resolved-itself' });
  });

  test('the next step of getting up makes no alarm after staff have answered the first step', () => {
    const room = report(isolated, gettingUp, now);
    for (const kind of ['acknowledge', 'attend'] as const) {
      const answered = { ...room, alerts: [act(only(room.alerts), kind)] };
      const later = [edge, outOfBed, bathroom, notInBed].reduce<RoomState>(
        (before, status, index) => report(before, status, now + (index + 1) * 10_000),
        answered,
      );
      expect(only(later.alerts).state).toBe(kind === 'attend' ? 'attended' : 'acknowledged');
    }
  });

  test('a visit to the bathroom raises no second alert within 20 minutes after "Done"', () => {
    const room = report(isolated, gettingUp, now);
    const open = room.alerts;
    const answered = answerAlert(only(open), open, helped, nurse, now);
    if (typeof answered === 'string') throw new Error(answered);
    const { transitions, hold } = followUpAnswer(answered, room.hold, now, createUuid);
    const resolved = { ...room, hold, alerts: applyTransitions(open, transitions) };
    const after = report(report(resolved, bathroom, now + 10_000), outOfBed, now + 20_000);
    expect(only(after.alerts)).toMatchObject({ state: 'waiting', dueAt: now + maxAttendedMs });
  });

  test('the alert of getting up is raised at the earliest time of the rules of all steps', () => {
    const soon = { priority: 'medium', latches: false, afterMs: 60_000, between: null } as const;
    const rules = { soeb: soon, out_of_bed: { ...soon, afterMs: 0 } } as const;
    const [dropped, raised] = reported([edge, outOfBed], rules);
    expect(dropped).toMatchObject({ status: edge, state: 'resolved', resolution: null });
    expect(raised).toMatchObject({ status: outOfBed, state: 'raised' });
    expect(only(reported([outOfBed, edge], rules))).toMatchObject({ status: outOfBed, state: 'raised' });
  });

  test('a step of getting up to which the home gives high priority has an alert of its own', () => {
    const rules = { out_of_bed: { priority: 'high', latches: true, afterMs: 0, between: null } } as const;
    expect(reported([edge, outOfBed], rules).map(({ status }) => status)).toEqual([edge, outOfBed]);
  });

  test('a resident who gets up raises an alert from 21:00 to 07:00 and none by day', () => {
    const at = (hour: number) => report(isolated, outOfBed, Date.UTC(2026, 2, 1, hour)).alerts.length;
    expect([6, 7, 20, 21].map(at)).toEqual([1, 0, 0, 1]);
  });
});

describe('the pause of a room', () => {
  const paused = { ...isolated, hold: startPause(emptyHold, 60, nurse, now) };

  test('a pause of a room holds back no fall', () => {
    expect(only(report(paused, fall, now + 1_000).alerts).state).toBe('raised');
  });

  test('in a paused room a fall is silent while the sensor sees staff, and sounds when they leave', () => {
    const fallen = report(report(paused, staffIn, now + 1_000), fall, now + 2_000);
    expect(only(fallen.alerts)).toMatchObject({ state: 'attended', by: { kind: 'device' } });
    expect(only(report(fallen, staffOut, now + 3_000).alerts).state).toBe('raised');
  });

  test('at the end of a pause the waiting alert of medium priority is raised, and one of high priority is not held back', () => {
    const rule = { latches: false, afterMs: 60_000, between: null } as const;
    const rules = { out_of_room: { ...rule, priority: 'medium' }, man_down: { ...rule, priority: 'high' } } as const;
    const dueAt = (status: number) => {
      const { alerts, hold } = report(paused, status, now, { rules });
      return dueTimeOf(only(alerts), { ...hold, pause: paused.hold.pause });
    };
    const waiting = report(isolated, 4, now, { rules });
    expect(dueTimeOf(only(waiting.alerts), paused.hold)).toBe(now + 60 * 60_000);
    expect(dueAt(fall)).toBe(now + 60_000);
  });
});

describe('reports that the card does not show', () => {
  const bathroom = report(isolated, 6, now);

  test('a late report of a fall that is over opens an alert only if the fall happened at most ten minutes ago', () => {
    const late = (at: number) => report(bathroom, fall, now + 600_000, { at }).alerts.map(({ startedAt }) => startedAt);
    expect(late(now - 1)).toEqual([]);
    expect(report(bathroom, fall, now + 1_000, { at: now - 1 }).alerts).toMatchObject([{ startedAt: now - 1 }]);
  });

  test('a late report of a status of medium priority opens no alert', () => {
    expect(report(bathroom, outOfBed, now + 1_000, { at: now - 1 }).alerts).toEqual([]);
  });

  test('a report of a room that is not active opens no alert', () => {
    expect(report(isolated, fall, now, { isActive: false }).alerts).toEqual([]);
  });

  test('a fall in debounce opens an alert when its camera goes offline', () => {
    const fallen = { kind: 'report', streamUUID: 'room', status: fall, at: now, notification: true, id: null } as const;
    const inDebounce = receive(bathroom, { ...fallen, debounceMs: 5_000 }, now);
    expect(inDebounce.alerts).toEqual([]);
    const offline = receive(inDebounce, { kind: 'offline', streamUUID: 'room' }, now + 2_000);
    const reportedOffline = report(inDebounce, unreachable, now + 2_000);
    for (const { alerts } of [offline, reportedOffline]) {
      expect(alerts).toMatchObject([
        { status: fall, state: 'raised', startedAt: now },
        { status: unreachable, state: 'raised' },
      ]);
    }
    expect(receive(offline, { kind: 'heartbeat', streamUUID: 'room' }, now + 60_000).alerts).toMatchObject([
      { status: fall, state: 'raised' },
      { status: unreachable, state: 'resolved' },
    ]);
  });

  test('a fall opens an alert while another source of the room is offline, and the technical alert stays open', () => {
    const offline = {
      ...bathroom.state,
      roomStatus: unreachable,
      statusBeforeOffline: 6,
      offlineSources: { x: 'camera' },
    } as const;
    const technical = reported([unreachable]);
    const alerts = report({ ...bathroom, state: offline, alerts: technical }, fall, now + 1_000).alerts;
    expect(alerts.map(({ status, state }) => [status, state])).toEqual([
      [unreachable, 'raised'],
      [fall, 'raised'],
    ]);
  });
});

describe('an alert whose rule has a delay', () => {
  const afterMs = 600_000;
  const rules = { out_of_bed: { priority: 'medium', latches: false, afterMs, between: null } } as const;

  test('an alert with a delay is raised when its status has lasted for the delay', () => {
    const waiting = only(reported([outOfBed], rules));
    expect(waiting).toMatchObject({ state: 'waiting', dueAt: now + afterMs });
    expect(expireAlert(waiting, now + afterMs - 1)).toBeUndefined();
    expect(expireAlert(waiting, now + afterMs)).toMatchObject({
      event: 'raised',
      alert: { state: 'raised', startedAt: now, raisedAgainCount: 0, dueAt: null },
    });
  });

  test('an alert with a delay is dropped when its status ends before the delay is over, whatever its priority', () => {
    expect(only(reported([outOfBed, inBed], rules))).toMatchObject({ state: 'resolved', resolution: null });
    const high = { out_of_bed: { ...rules.out_of_bed, priority: 'high', latches: true } } as const;
    expect(only(reported([outOfBed, inBed], high))).toMatchObject({ state: 'resolved', resolution: null });
  });

  test('an alert with a delay is raised when the clock was set back by a minute', () => {
    const waiting = only(reported([outOfBed], rules));
    expect(expireAlert(waiting, now - 60_000)?.event).toBe('raised');
  });
});

describe('the answers of users', () => {
  test('a user acknowledges, attends and resolves an alert', () => {
    const acknowledged = act(only(reported([fall])), 'acknowledge');
    expect(acknowledged).toMatchObject({ state: 'acknowledged', by: nurse, dueAt: now + maxAcknowledgedMs });
    const attended = act(acknowledged, 'attend');
    expect(attended).toMatchObject({ state: 'attended', by: nurse, dueAt: now + maxAttendedMs });
    expect(done(attended, { ...helped, note: 'bruise' })).toMatchObject({
      state: 'resolved',
      by: nurse,
      resolution: 'helped',
      note: 'bruise',
      dueAt: null,
    });
  });

  test('of two users who acknowledge, the first wins and the second is refused', () => {
    const acknowledged = act(only(reported([fall])), 'acknowledge');
    expect(applyAlertAction(acknowledged, { kind: 'acknowledge' }, other, now)).toBe('refused');
    expect(applyAlertAction(acknowledged, { kind: 'acknowledge' }, nurse, now)).toBe('unchanged');
  });

  test('only the user who acknowledged an alert can withdraw the answer, which raises the alert at once', () => {
    const acknowledged = act(only(reported([fall])), 'acknowledge');
    expect(applyAlertAction(acknowledged, { kind: 'withdraw' }, other, now)).toBe('refused');
    const withdrawn = act(acknowledged, 'withdraw');
    expect(withdrawn).toMatchObject({ state: 'raised', dueAt: null });
    expect(applyAlertAction(withdrawn, { kind: 'withdraw' }, nurse, now)).toBe('unchanged');
  });

  test('a user who says "I am here" after the sensor noticed staff is named in the alert', () => {
    const attended = only(reported([fall, staffIn]));
    expect(attended.by).toEqual({ kind: 'device' });
    expect(act(attended, 'attend').by).toEqual(nurse);
    expect(applyAlertAction(act(attended, 'attend'), { kind: 'attend' }, other, now)).toBe('unchanged');
  });

  test.each(['acknowledge', 'withdraw', 'attend'] as const)(
    'the answer "%s" is refused after the alert was resolved',
    (kind) => {
      const resolved = done(only(reported([fall])), helped);
      expect(applyAlertAction(resolved, { kind }, nurse, now)).toBe('refused');
    },
  );

  test('a repeated resolution changes nothing, and another one is refused', () => {
    const resolved = done(only(reported([fall])), helped);
    expect(applyAlertAction(resolved, helped, nurse, now)).toBe('unchanged');
    expect(applyAlertAction(resolved, { ...helped, resolution: 'false-alarm' }, nurse, now)).toBe('refused');
    expect(applyAlertAction(resolved, helped, other, now)).toBe('refused');
  });
});

describe('an answer for a room with several alerts', () => {
  const bySensor = reported([fall, outOfBed, unreachable]);
  const drill = openDrill(bySensor, nurse, { uuid: 'drill', streamUUID: 'room', status: fall }, {}, now);
  const open = drill === undefined ? bySensor : [...bySensor, drill.alert];

  /** The states of the fall, "out of bed", the unreachable camera and the drill after answers to one of them. */
  function statesAfter(index: number, ...actions: readonly AlertAction[]) {
    let alerts = open;
    for (const action of actions) {
      const alert = alerts[index];
      const answered = alert === undefined ? 'refused' : answerAlert(alert, alerts, action, nurse, now);
      if (typeof answered === 'string') throw new Error(answered);
      expect(answered[0].alert.uuid, 'the answered alert comes first').toBe(alert?.uuid);
      const changed = new Map(answered.map((transition) => [transition.alert.uuid, transition.alert]));
      alerts = alerts.map((one) => changed.get(one.uuid) ?? one);
    }
    return alerts.map(({ state }) => state);
  }
  const acknowledge = { kind: 'acknowledge' } as const;

  test('an answer also applies to alerts of lower priority in the room, but not to technical alerts or drills', () => {
    expect(statesAfter(0, acknowledge)).toEqual(['acknowledged', 'acknowledged', 'raised', 'raised']);
    expect(statesAfter(0, { kind: 'attend' })).toEqual(['attended', 'attended', 'raised', 'raised']);
    expect(statesAfter(0, acknowledge, { kind: 'withdraw' })).toEqual(['raised', 'raised', 'raised', 'raised']);
  });

  test('an answer never applies to an alert of higher priority in the room', () => {
    expect(statesAfter(1, acknowledge)).toEqual(['raised', 'acknowledged', 'raised', 'raised']);
    expect(statesAfter(2, acknowledge)).toEqual(['raised', 'raised', 'acknowledged', 'raised']);
    expect(statesAfter(3, acknowledge)).toEqual(['raised', 'raised', 'raised', 'acknowledged']);
  });

  test('an answer leaves another alert of the room with the colleague who has acknowledged it', () => {
    const [fallen, bed] = bySensor;
    if (fallen === undefined || bed === undefined) throw new Error('an alert is missing');
    const answered = answerAlert(fallen, [fallen, act(bed, 'acknowledge', other)], acknowledge, nurse, now);
    expect(answered).toMatchObject([{ event: 'acknowledged', alert: { uuid: fallen.uuid } }]);
  });

  test('a resolution applies to a single alert of the room', () => {
    expect(statesAfter(0, helped)).toEqual(['resolved', 'raised', 'raised', 'raised']);
  });
});

test.each([
  ['a fall', 'acknowledge', fall, maxAcknowledgedMs],
  ['a fall', 'attend', fall, maxAttendedMs],
  ['a dead camera', 'acknowledge', unreachable, technicalTimeoutMs],
  ['a dead camera', 'attend', unreachable, technicalTimeoutMs],
] as const)(
  'the alert of %s after the answer "%s" is raised again when nobody resolves it within the time limit',
  (_, kind, status, limitMs) => {
    const answered = act(only(reported([status])), kind);
    expect(expireAlert(answered, now + limitMs - 1)).toBeUndefined();
    expect(expireAlert(answered, now + limitMs)).toMatchObject({
      event: 'raised-again',
      alert: { state: 'raised', raisedAgainCount: 1, by: { kind: 'server' }, dueAt: null },
    });
  },
);
