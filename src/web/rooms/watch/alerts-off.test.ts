import { expect, test } from 'vitest';
import { testStream } from '../../../../tests/support/test-stream.ts';
import { alertsOffOf } from './alerts-off.ts';

const off = (...statuses: readonly number[]) => ({
  alertRules: statuses.map((status) => ({ status, priority: null, afterSeconds: 0, between: null })),
});
const [fall, outOfBed, sittingOnFloor] = [1, 3, 17];

test('a board names the rooms whose falls raise no alert, or says that it is true of all of them', () => {
  expect(alertsOffOf([testStream('a'), testStream('b', off(outOfBed))]), 'not about falls').toEqual([]);
  const rooms = [testStream('a'), testStream('b', off(fall, outOfBed)), testStream('c', off(fall, sittingOnFloor))];
  expect(alertsOffOf(rooms)).toEqual([
    { statuses: [fall], rooms: ['b'] },
    { statuses: [fall, sittingOnFloor], rooms: ['c'] },
  ]);
  expect(alertsOffOf([testStream('a', off(fall)), testStream('b', { status: 'INACTIVE' })])).toEqual([
    { statuses: [fall], rooms: null },
  ]);
});
