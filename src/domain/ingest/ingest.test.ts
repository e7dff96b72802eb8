import { describe, expect, test } from 'vitest';
import { bathroom, fall, fresh, inBed, now, outOfBed, rules } from '../../../tests/support/ingest-state.ts';
import { ingestRulesOf } from './ingest-rules.ts';
import {
  type IngestState,
  lateAfterMs,
  ingestPending,
  ingestHeartbeat,
  ingestOffline,
  ingestReport,
  ingestSilence,
  unreachable,
} from './ingest.ts';

const ancient = { status: fall, at: now - 2 * lateAfterMs, notification: true };

const say = (state: IngestState, status: number, at = now, notification = true) =>
  ingestReport(state, { status, at, notification }, rules, at);
const lying = say(fresh, inBed, now - 60_000).state;

describe('hold-off: a status has to last before it counts', () => {
  test('until then the card shows what it showed, and afterwards since when', () => {
    const { state, effect } = say(lying, outOfBed);
    expect(effect).toBe('debouncing');
    expect(state).toMatchObject({ roomStatus: inBed, revision: lying.revision });
    expect(ingestPending(state, now + 4_999)).toBe(state);
    expect(ingestPending(state, now + 5_000)).toMatchObject({
      roomStatus: outOfBed,
      lastNotification: outOfBed,
      lastNotificationSent: new Date(now).toISOString(),
      revision: lying.revision + 1,
      pending: null,
    });
  });

  test('going back in time it never was, and nobody is told', () => {
    const held = say(lying, outOfBed).state;
    const { state, effect } = say(held, inBed, now + 2_000);
    expect(effect).toBe('duplicate');
    expect(state).toMatchObject({ roomStatus: inBed, revision: lying.revision, pending: null });
    expect(ingestPending(state, now + 60_000)).toBe(state);
  });

  test('told again it does not begin anew', () => {
    const held = say(lying, outOfBed).state;
    const again = say(held, outOfBed, now + 3_000).state;
    expect(ingestPending(again, now + 5_000).roomStatus).toBe(outOfBed);
  });

  test('what counts at once takes its place', () => {
    const { state, effect } = say(say(lying, outOfBed).state, fall, now + 1_000);
    expect(effect).toBe('applied');
    expect(state).toMatchObject({ roomStatus: fall, pending: null });
  });

  test('told quietly first and then as a notification, it is one', () => {
    const quiet = say(lying, outOfBed, now, false).state;
    const loud = say(quiet, outOfBed, now + 1_000);
    expect(loud.effect).toBe('debouncing');
    expect(ingestPending(loud.state, now + 5_000)).toMatchObject({ roomStatus: outOfBed, lastNotification: outOfBed });
  });

  test('a second fall in between is news, however little the other status has lasted', () => {
    const held = say(say(lying, fall, now - 30_000).state, outOfBed).state;
    const again = say(held, fall, now + 1_000);
    expect(again.effect).toBe('applied');
    expect(again.state).toMatchObject({ lastNotificationSent: new Date(now + 1_000).toISOString(), pending: null });
  });

  test('its device gone before it counted, it is what the room shows on its return', () => {
    const gone = ingestOffline(say(lying, outOfBed).state, now + 1_000);
    expect(gone).toMatchObject({ roomStatus: unreachable, pending: null });
    expect(ingestHeartbeat(gone, now + 60_000).roomStatus).toBe(outOfBed);
  });

  test('a report may bring its own', () => {
    const report = { status: bathroom, at: now, notification: true };
    expect(ingestReport(lying, report, rules, now, 1_000).effect).toBe('debouncing');
    expect(ingestReport(lying, { ...report, status: outOfBed }, rules, now, 0).effect).toBe('applied');
  });

  test('a clock that was set back meanwhile delays nothing', () => {
    const held = say(lying, outOfBed).state;
    expect(ingestPending(held, now - 3_600_000).roomStatus).toBe(outOfBed);
  });
});

describe('repeats', () => {
  test('a status that is told again within 10 s is no news', () => {
    const { state, effect } = say(say(lying, bathroom).state, bathroom, now + 9_999);
    expect(effect).toBe('duplicate');
    expect(state.revision).toBe(lying.revision + 1);
  });

  test('what is urgent is news again every 10 s while it is told', () => {
    let state = say(lying, fall).state;
    const effects = [4, 8, 12, 16, 20, 24].map((seconds) => {
      const taken = say(state, fall, now + seconds * 1000);
      ({ state } = taken);
      return taken.effect;
    });
    expect(effects).toEqual(['duplicate', 'duplicate', 'applied', 'duplicate', 'duplicate', 'applied']);
  });

  test('a clock that was set back meanwhile keeps nothing urgent from being news', () => {
    const { state } = say(lying, fall, now + 3_600_000);
    expect(say(state, fall, now + 20_000)).toMatchObject({
      effect: 'applied',
      state: { lastNotificationSent: new Date(now + 20_000).toISOString() },
    });
  });

  test('what is not urgent is news only after a pause', () => {
    let state = say(lying, bathroom).state;
    for (let seconds = 4; seconds <= 60; seconds += 4) {
      const taken = say(state, bathroom, now + seconds * 1000);
      expect(taken.effect).toBe('duplicate');
      ({ state } = taken);
    }
    expect(say(state, bathroom, now + 75_000).effect).toBe('applied');
  });

  test('a quiet report of what is shown changes nothing, however long after', () => {
    const { state, effect } = say(lying, inBed, now + 3_600_000, false);
    expect([effect, state.revision]).toEqual(['duplicate', lying.revision]);
  });

  test('a notification of what was shown quietly is news', () => {
    const quietly = say(lying, fall, now, false).state;
    expect(say(quietly, fall, now + 1).effect).toBe('applied');
  });
});

describe('time', () => {
  test('what happened more than 10 minutes ago is history', () => {
    const late = { status: fall, at: now - lateAfterMs - 1, notification: true };
    const { state, effect } = ingestReport(fresh, late, rules, now);
    expect([effect, state.revision, state.roomStatus]).toEqual(['late', 0, -1]);
    expect(ingestReport(fresh, { ...late, at: now - lateAfterMs }, rules, now).effect).toBe('applied');
  });

  test('what is older than the newest, or than what is held, is history', () => {
    const held = say(lying, outOfBed).state;
    expect(ingestReport(held, { status: fall, at: now - 1, notification: true }, rules, now + 1).effect).toBe('late');
  });
});

describe('silence', () => {
  const heardAt = (lying.seenAt ?? 0) + 0;

  test('a device that is not heard for 90 s is unreachable, and staff are told', () => {
    expect(ingestSilence(lying, rules, heardAt + 89_999, 0)).toBe(lying);
    expect(ingestSilence(lying, rules, heardAt + 90_000, 0)).toMatchObject({
      roomStatus: unreachable,
      lastNotification: unreachable,
      statusBeforeOffline: inBed,
      revision: lying.revision + 1,
    });
  });

  test('a fall that staff were told of is not wiped away by the silence after it', () => {
    const fallen = say(lying, fall).state;
    const gone = ingestSilence(fallen, rules, now + 90_000, 0);
    expect(gone).toMatchObject({
      roomStatus: unreachable,
      lastNotification: fall,
      lastNotificationSent: fallen.lastNotificationSent,
      statusBeforeOffline: fall,
    });
    expect(ingestHeartbeat(gone, now + 100_000)).toMatchObject({ roomStatus: fall, lastNotification: fall });
  });

  test('after the all-clear, or where nobody was told of the fall, staff are told of the silence', () => {
    const clear = say(say(lying, fall).state, inBed, now + 1_000).state;
    expect(ingestOffline(clear, now + 2_000).lastNotification).toBe(unreachable);
    const untold = say(lying, fall, now, false).state;
    expect(ingestOffline(untold, now + 2_000).lastNotification).toBe(unreachable);
  });

  test('nobody is silent who could not have been heard', () => {
    const restart = heardAt + 3_600_000;
    expect(ingestSilence(lying, rules, restart + 89_999, restart)).toBe(lying);
    expect(ingestSilence(lying, rules, restart + 90_000, restart).roomStatus).toBe(unreachable);
  });

  test('a device that nobody expects to hear is never silent', () => {
    expect(ingestSilence(lying, ingestRulesOf('other', { silentAfter: null }), heardAt + 1e9, 0)).toBe(lying);
    expect(ingestSilence(fresh, rules, now, 0)).toBe(fresh);
  });

  test('heard again by a heartbeat, it shows its last real status and makes no sound', () => {
    const gone = ingestOffline(lying, now - 1);
    expect(ingestHeartbeat(gone, now)).toMatchObject({
      roomStatus: inBed,
      lastNotification: unreachable,
      lastNotificationSent: gone.lastNotificationSent,
      statusBeforeOffline: null,
      revision: gone.revision + 1,
    });
  });

  test('a report of long ago is no sign of how things are: with a clock that is behind, a device stays silent', () => {
    const gone = ingestOffline(lying, now - 1);
    expect(ingestReport(gone, ancient, rules, now)).toEqual({ state: gone, effect: 'late' });
    expect(ingestReport(lying, ancient, rules, now + 60_000).state.seenAt).toBe(lying.seenAt);
  });

  test('what its broker had kept does not call it back, and is what it shows when it is heard', () => {
    const gone = ingestOffline(lying, now - 1);
    const kept = ingestReport(gone, { status: bathroom, at: now, notification: false }, rules, now, 0, true);
    expect(kept).toMatchObject({
      effect: 'late',
      state: { roomStatus: unreachable, revision: gone.revision, seenAt: gone.seenAt },
    });
    expect(ingestHeartbeat(kept.state, now + 1)).toMatchObject({ roomStatus: bathroom, statusBeforeOffline: null });
  });

  test('what its broker had kept sets the card of a device that is not known to be gone, and is not its voice', () => {
    const kept = ingestReport(lying, { status: bathroom, at: now, notification: false }, rules, now, 0, true);
    expect(kept).toMatchObject({ effect: 'applied', state: { roomStatus: bathroom, seenAt: lying.seenAt } });
  });

  test('heard again by a report, it shows that', () => {
    expect(say(ingestOffline(lying, now - 1), fall)).toMatchObject({
      effect: 'applied',
      state: { roomStatus: fall, statusBeforeOffline: null },
    });
  });

  test('gone is gone: nobody is told twice', () => {
    const gone = ingestOffline(lying, now);
    expect(ingestOffline(gone, now + 1)).toBe(gone);
    expect(ingestSilence(gone, rules, now + 1e6, 0)).toBe(gone);
  });
});
