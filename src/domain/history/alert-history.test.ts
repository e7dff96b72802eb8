import { expect, test } from 'vitest';
import { changeAlert, createAlert, deviceActor } from '../alerts/alert.ts';
import { createPauseEndEvent, createPauseEvent } from '../alerts/alert-hold.ts';
import { alertHistoriesOf, pausesOf } from './alert-history.ts';

const nurse = { kind: 'user', subject: 'n', displayName: 'Nora' } as const;
const fields = { uuid: 'a', streamUUID: 'r', status: 3, priority: 'medium', latches: false, startedAt: 1_000 } as const;

test('an alert that waited and was dropped is left out, because staff never saw it', () => {
  const alert = createAlert({ ...fields, raisedAt: 60_000, now: 1_000 });
  const dropped = changeAlert(alert, 'dropped', 5_000, { state: 'resolved', by: deviceActor, dueAt: null });
  expect(alertHistoriesOf([{ alert, event: 'opened' }, dropped])).toEqual([]);
});

test('an alert that waited counts from the moment at which it was raised', () => {
  const alert = createAlert({ ...fields, raisedAt: 60_000, now: 1_000 });
  const raised = changeAlert(alert, 'raised', 60_000, { state: 'raised', by: deviceActor, dueAt: null });
  const resolved = changeAlert(raised.alert, 'resolved', 90_000, {
    state: 'resolved',
    by: nurse,
    resolution: 'helped',
    dueAt: null,
  });
  const [history] = alertHistoriesOf([{ alert, event: 'opened' }, raised, resolved]);
  expect(history).toMatchObject({ raisedAt: 60_000, endedAt: 90_000, alert: { resolution: 'helped' } });
  expect(history?.steps.map(({ event }) => event)).toEqual(['raised', 'resolved']);
});

test('a pause ends when somebody ends it, when it is over, or when another pause replaces it', () => {
  const pause = (since: number, until: number) => createPauseEvent({ by: nurse, since, until });
  const span = { from: 0, to: 100 };
  expect(pausesOf([pause(10, 40), createPauseEndEvent(nurse, 20)], span, 50)).toMatchObject([{ from: 10, to: 20 }]);
  expect(pausesOf([pause(10, 40)], span, 50)).toMatchObject([{ from: 10, to: 40 }]);
  expect(pausesOf([pause(10, 40)], span, 30)).toMatchObject([{ from: 10, to: null }]);
  expect(pausesOf([pause(10, 40), pause(20, 60)], span, 30)).toMatchObject([
    { from: 10, to: 20 },
    { from: 20, to: null },
  ]);
  expect(pausesOf([pause(10, 40)], { from: 50, to: 100 }, 90)).toEqual([]);
});
