import { expect, test } from 'vitest';
import { testStream } from '../../../../tests/support/test-stream.ts';
import { alertsOffOf } from './watch-notices.tsx';

const rulesOff = (...statuses: readonly number[]) => ({
  alertRules: statuses.map((status) => ({ status, priority: null, afterSeconds: 0, between: null })),
});
const [fall, outOfBed, sittingOnFloor] = [1, 3, 17];

test('a board names the rooms in which falls raise no alert, or says that all rooms are concerned', () => {
  expect(alertsOffOf([testStream('a'), testStream('b', rulesOff(outOfBed))]), 'not about falls').toEqual([]);
  const rooms = [
    testStream('a'),
    testStream('b', rulesOff(fall, outOfBed)),
    testStream('c', rulesOff(fall, sittingOnFloor)),
  ];
  expect(alertsOffOf(rooms)).toEqual([
    { how: 'off', statuses: [fall], rooms: ['b'] },
    { how: 'off', statuses: [fall, sittingOnFloor], rooms: ['c'] },
  ]);
  expect(alertsOffOf([testStream('a', rulesOff(fall)), testStream('b', { status: 'INACTIVE' })])).toEqual([
    { how: 'off', statuses: [fall], rooms: null },
  ]);
});

test('a board names the rooms in which falls raise an alert of lower priority or only at some hours or late', () => {
  const rule = { status: fall, priority: 'high', afterSeconds: 0, between: null } as const;
  const lowered = testStream('a', { alertRules: [{ ...rule, priority: 'medium' }] });
  const atNight = testStream('b', { alertRules: [{ ...rule, between: '21:00-06:00' }] });
  const delayed = testStream('c', { alertRules: [{ ...rule, afterSeconds: 30 }] });
  const late = testStream('e', { alertRules: [{ ...rule, afterSeconds: 3_600 }] });
  expect(alertsOffOf([lowered, atNight, delayed, late])).toEqual([
    { how: 'limited', statuses: [fall], rooms: ['a', 'b', 'e'] },
  ]);
  expect(alertsOffOf([lowered, testStream('d', rulesOff(fall))])).toEqual([
    { how: 'off', statuses: [fall], rooms: ['d'] },
    { how: 'limited', statuses: [fall], rooms: ['a'] },
  ]);
});
