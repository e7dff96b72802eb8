/** Tests what a room shows when a broker repeats retained messages from before an outage. */
import { describe, expect, test } from 'vitest';
import { createEquipmentRooms } from '../../../tests/support/equipment/equipment-rooms.ts';
import { roomWith } from '../../../tests/support/equipment/room-with.ts';
import { after, shown } from '../../../tests/support/equipment/shown-statuses.ts';

const room1 = 'harbour/room-1';
const bed = 'house/binary_sensor/bed_1/state';
const fall = 'house/binary_sensor/fall_1/state';

/**
 * Returns a room whose values were discarded by an outage of Home Assistant, as seen by a server that has just started.
 */
function afterOutage() {
  const rooms = createEquipmentRooms([roomWith('house', ['bed', 'fall'])]);
  for (const [topic, value] of [
    [bed, 'on'],
    [fall, 'off'],
    ['house/available', 'offline'],
    ['house/available', 'online'],
  ] as const) {
    rooms.receive(topic, value);
    rooms.wait(10_000);
  }
  const retained = (topic: string, payload: unknown) => rooms.receive(topic, payload, { retainedAt: rooms.now() });
  return { rooms, retained };
}

describe('after an outage of a gateway', () => {
  test('a retained value from before an outage does not change the card, also after another restart', () => {
    const { rooms, retained } = afterOutage();
    for (let restart = 1; restart <= 2; restart += 1) {
      retained(bed, 'on');
      retained(fall, 'off');
      rooms.receive('house/available', 'online');
      rooms.wait(10_000);
      expect(shown(rooms)).toBe('initializing');
    }
    rooms.receive(bed, 'on');
    rooms.wait(10_000);
    expect(shown(rooms)).toBe('in_bed');
  });

  test('a retained value that a sensor sent after an outage changes the card, so a retained fall raises an alert', () => {
    const { rooms, retained } = afterOutage();
    retained(fall, 'on');
    expect(shown(rooms)).toBe('man_down');
    expect(rooms.alertsOf(room1).map(({ status, state }) => [status, state])).toEqual([[1, 'raised']]);
  });

  test('a retained value changes the card again once its sensor has reported after the outage', () => {
    const { rooms, retained } = afterOutage();
    rooms.receive(bed, 'on');
    rooms.receive(bed, 'off');
    retained(bed, 'on');
    rooms.wait(10_000);
    expect(shown(rooms)).toBe('in_bed');
  });
});

describe('after an outage of a device that reports statuses', () => {
  const statusesAfter = (retained: object) => {
    const rooms = createEquipmentRooms();
    const statuses = after(rooms, 'sensors', [
      ['mat', { device: 'mat-12', status: 'in_bed' }],
      ['mat', { device: 'mat-12', online: false }],
      ['mat', { device: 'mat-12', online: true }],
    ]);
    const at = new Date(rooms.now() - 1_000).toISOString();
    rooms.receive('sensors/mat', { device: 'mat-12', at, ...retained }, { retainedAt: rooms.now() });
    return [...statuses, shown(rooms)];
  };
  const before = ['in_bed', 'camera_unreachable (device)', 'initializing'];

  test.each([
    ['the same status retained without a time is not shown', { at: undefined, status: 'in_bed' }, 'initializing'],
    [
      'the same status retained with a time before the outage is not shown',
      { at: '2026-03-01T12:00:01Z', status: 'in_bed' },
      'initializing',
    ],
    ['the same status retained with a later time is shown', { status: 'in_bed' }, 'in_bed'],
    ['another status retained without a time is shown', { at: undefined, status: 'out_of_bed' }, 'out_of_bed'],
  ])('%s', (_, retained, status) => {
    expect(statusesAfter(retained)).toEqual([...before, status]);
  });
});
