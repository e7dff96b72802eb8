import { expect, test } from 'vitest';
import {
  bathroom,
  checkOffline,
  disconnect,
  expireDebounce,
  fall,
  fresh,
  heartbeat,
  inBed,
  now,
  outOfBed,
  report,
} from '../../../tests/support/ingest-state.ts';
import type { StreamType } from '../stream.ts';
import { ingestRulesOf } from './ingest-rules.ts';
import { unreachableStatusCode } from './online.ts';

/** A stream that has shown "in bed" for a minute. */
const inBedForAMinute = report(fresh, inBed, now - 60_000).state;

test('a status is shown after its debounce time, with the time of its first report', () => {
  const { state, effect } = report(inBedForAMinute, outOfBed);
  expect(effect).toBe('debouncing');
  expect(state).toMatchObject({ roomStatus: inBed, revision: inBedForAMinute.revision });
  expect(expireDebounce(state, now + 4_999)).toBe(state);
  expect(expireDebounce(state, now + 5_000)).toMatchObject({
    roomStatus: outOfBed,
    lastNotification: outOfBed,
    lastNotificationSent: new Date(now).toISOString(),
    revision: inBedForAMinute.revision + 1,
    pending: null,
  });
});

test('a return to the shown status within the debounce time cancels the pending status', () => {
  const pending = report(inBedForAMinute, outOfBed).state;
  const { state, effect } = report(pending, inBed, now + 2_000);
  expect(effect).toBe('duplicate');
  expect(state).toMatchObject({ roomStatus: inBed, revision: inBedForAMinute.revision, pending: null });
  expect(expireDebounce(state, now + 60_000)).toBe(state);
});

test('a second report of the pending status does not restart the debounce time', () => {
  const pending = report(inBedForAMinute, outOfBed).state;
  const again = report(pending, outOfBed, now + 3_000).state;
  expect(expireDebounce(again, now + 5_000).roomStatus).toBe(outOfBed);
});

test('a pending status notifies staff if any of its reports is a notification', () => {
  const quiet = report(inBedForAMinute, outOfBed, now, { notification: false }).state;
  const loud = report(quiet, outOfBed, now + 1_000);
  expect(loud.effect).toBe('debouncing');
  expect(expireDebounce(loud.state, now + 5_000)).toMatchObject({
    roomStatus: outOfBed,
    lastNotification: outOfBed,
  });
});

test('a second fall cancels the pending status that followed the first fall, and notifies staff again', () => {
  const pending = report(report(inBedForAMinute, fall, now - 30_000).state, outOfBed).state;
  const again = report(pending, fall, now + 1_000);
  expect(again.effect).toBe('applied');
  expect(again.state).toMatchObject({ lastNotificationSent: new Date(now + 1_000).toISOString(), pending: null });
});

test('a device that goes offline with a pending status shows that status when it is online again', () => {
  const offline = disconnect(report(inBedForAMinute, outOfBed).state, now + 1_000);
  expect(offline).toMatchObject({ roomStatus: unreachableStatusCode, pending: null });
  expect(heartbeat(offline, now + 60_000).roomStatus).toBe(outOfBed);
});

test('a debounce time in a report takes precedence over the ingest rules', () => {
  expect(report(inBedForAMinute, bathroom, now, { debounceMs: 1_000 }).effect).toBe('debouncing');
  expect(report(inBedForAMinute, outOfBed, now, { debounceMs: 0 }).effect).toBe('applied');
});

test('a report of the shown status after the dedupe window notifies staff again without waiting for the debounce time', () => {
  const shown = expireDebounce(report(inBedForAMinute, outOfBed).state, now + 5_000);
  expect(report(shown, outOfBed, now + 20_000).effect).toBe('applied');
});

test('by default only bed sensors have a debounce time: 2 s for the statuses of leaving the bed', () => {
  const debounceOf = (type: StreamType) => ingestRulesOf(type).debounceMs;
  expect(debounceOf('bed-sensor')).toEqual({ out_of_bed: 2_000, not_in_bed: 2_000 });
  expect([debounceOf('camera'), debounceOf('radar'), debounceOf('other')]).toEqual([{}, {}, {}]);
});

test('a pending status is shown at once after the clock of the server was set back by an hour', () => {
  const pending = report(inBedForAMinute, outOfBed).state;
  expect(expireDebounce(pending, now - 3_600_000).roomStatus).toBe(outOfBed);
});

test('an urgent status notifies staff again when it is reported more than 10 s after its last notification', () => {
  let { state } = report(inBedForAMinute, fall);
  const effects = [4, 8, 12, 16, 20, 24].map((seconds) => {
    const result = report(state, fall, now + seconds * 1000);
    ({ state } = result);
    return result.effect;
  });
  expect(effects).toEqual(['duplicate', 'duplicate', 'applied', 'duplicate', 'duplicate', 'applied']);
});

test('a report of a fall is not a duplicate of a notification with a future time, left from before the clock was set back', () => {
  const { state } = report(inBedForAMinute, fall, now + 3_600_000);
  expect(report(state, fall, now + 20_000)).toMatchObject({
    effect: 'applied',
    state: { lastNotificationSent: new Date(now + 20_000).toISOString() },
  });
});

test('a report of a device whose clock is an hour ahead has the time of receipt in the report log too', () => {
  expect(report(inBedForAMinute, fall, now, { at: now + 3_600_000 }).log).toMatchObject([{ status: fall, at: now }]);
  expect(report(inBedForAMinute, fall, now, { at: now + 5_000 }).log).toMatchObject([{ at: now + 5_000 }]);
});

test('a status that is not urgent notifies staff again only if it was not reported for 10 s', () => {
  let { state } = report(inBedForAMinute, bathroom);
  for (let seconds = 4; seconds <= 60; seconds += 4) {
    const result = report(state, bathroom, now + seconds * 1000);
    expect(result.effect).toBe('duplicate');
    ({ state } = result);
  }
  expect(report(state, bathroom, now + 69_999).effect).toBe('duplicate');
  expect(report(state, bathroom, now + 70_000).effect).toBe('applied');
});

test('a report that repeats the shown status without a notification is always a duplicate', () => {
  const { state, effect } = report(inBedForAMinute, inBed, now + 3_600_000, { notification: false });
  expect([effect, state.revision]).toEqual(['duplicate', inBedForAMinute.revision]);
});

test('a notification of the shown status is not a duplicate if that status was reported without a notification', () => {
  const quiet = report(inBedForAMinute, fall, now, { notification: false }).state;
  expect(report(quiet, fall, now + 1).effect).toBe('applied');
});

const tenMinutes = 600_000;

test('a report of an event more than 10 minutes ago is late and changes nothing', () => {
  const { state, effect } = report(fresh, fall, now, { at: now - tenMinutes - 1 });
  expect(effect).toBe('late');
  expect(state).toBe(fresh);
  expect(report(fresh, fall, now, { at: now - tenMinutes }).effect).toBe('applied');
});

test('a report that is older than the pending report is late', () => {
  const pending = report(inBedForAMinute, outOfBed).state;
  expect(report(pending, fall, now + 1, { at: now - 1 }).effect).toBe('late');
});

test('a report is late if it is older than the newest one; a time in whole seconds counts as the end of its second', () => {
  const shown = report(inBedForAMinute, bathroom, now + 999).state;
  const effectOf = (at: number) => report(shown, fall, now + 1_500, { at }).effect;
  expect([now + 999, now, now - 1_000, now + 1].map(effectOf)).toEqual(['applied', 'applied', 'late', 'late']);
});

test('a late report does not bring an offline device back online', () => {
  const offline = disconnect(inBedForAMinute, now - 1);
  expect(report(offline, fall, now, { at: now - 2 * tenMinutes })).toMatchObject({ state: offline, effect: 'late' });
});

const seenAt = now - 60_000;

test('a device that sends nothing for 90 s is offline, and staff are notified', () => {
  expect(checkOffline(inBedForAMinute, seenAt + 89_999)).toBe(inBedForAMinute);
  expect(checkOffline(inBedForAMinute, seenAt + 90_000)).toMatchObject({
    roomStatus: unreachableStatusCode,
    lastNotification: unreachableStatusCode,
    statusBeforeOffline: inBed,
    revision: inBedForAMinute.revision + 1,
  });
});

test('a device that goes offline during a fall notifies staff, and shows the fall again when it is online', () => {
  const fallen = report(inBedForAMinute, fall).state;
  const offline = checkOffline(fallen, now + 90_000);
  expect(offline).toMatchObject({
    roomStatus: unreachableStatusCode,
    lastNotification: unreachableStatusCode,
    statusBeforeOffline: fall,
  });
  expect(heartbeat(offline, now + 100_000)).toMatchObject({
    roomStatus: fall,
    lastNotification: unreachableStatusCode,
  });
});

test('the time before the server process began to listen does not count towards the offline time of a device', () => {
  const restart = seenAt + 3_600_000;
  expect(checkOffline(inBedForAMinute, restart + 89_999, restart)).toBe(inBedForAMinute);
  expect(checkOffline(inBedForAMinute, restart + 90_000, restart).roomStatus).toBe(unreachableStatusCode);
});

test('a device without an offline time and a device that never sent anything never go offline', () => {
  const never = ingestRulesOf('other', { offlineAfterMs: null });
  expect(checkOffline(inBedForAMinute, seenAt + 1e9, 0, never)).toBe(inBedForAMinute);
  expect(checkOffline(fresh, now)).toBe(fresh);
});

test('a heartbeat brings a device back online with its status from before it went offline, and without a notification', () => {
  const offline = disconnect(inBedForAMinute, now - 1);
  expect(heartbeat(offline, now)).toMatchObject({
    roomStatus: inBed,
    lastNotification: unreachableStatusCode,
    lastNotificationSent: offline.lastNotificationSent,
    statusBeforeOffline: null,
    revision: offline.revision + 1,
  });
});

test('a retained message does not bring a device online; the card shows the retained status after the next heartbeat', () => {
  const offline = disconnect(inBedForAMinute, now - 1);
  const retained = report(offline, bathroom, now, { notification: false, isRetained: true });
  expect(retained).toMatchObject({
    effect: 'unreachable',
    state: { roomStatus: unreachableStatusCode, revision: offline.revision, seenAt: offline.seenAt },
  });
  expect(heartbeat(retained.state, now + 1)).toMatchObject({ roomStatus: bathroom, statusBeforeOffline: null });
});

test('a retained message changes the card of an online device and does not prove that the device is online', () => {
  const retained = report(inBedForAMinute, bathroom, now, { notification: false, isRetained: true });
  expect(retained).toMatchObject({
    effect: 'applied',
    state: { roomStatus: bathroom, seenAt: inBedForAMinute.seenAt },
  });
});

test('a report brings an offline device back online, even if it happened before the device was marked offline', () => {
  const offline = disconnect(inBedForAMinute, now);
  for (const at of [now + 1, now - 1_500]) {
    const { state, effect } = report(offline, fall, now + 1, { at });
    expect([effect, state.roomStatus, state.statusBeforeOffline]).toEqual(['applied', fall, null]);
  }
});

test('a device that is offline does not go offline a second time', () => {
  const offline = disconnect(inBedForAMinute, now);
  expect(disconnect(offline, now + 1)).toBe(offline);
  expect(checkOffline(offline, now + 1e6)).toBe(offline);
});
