import { describe, expect, test } from 'vitest';
import { createEquipmentRooms } from '../../../tests/support/equipment/equipment-rooms.ts';
import { roomWith } from '../../../tests/support/equipment/room-with.ts';
import { after, shown } from '../../../tests/support/equipment/shown-statuses.ts';

const room1 = 'harbour/room-1';
type Rooms = ReturnType<typeof createEquipmentRooms>;

const manDown = 1;
const openAlerts = (rooms: Rooms) => rooms.alertsOf(room1).map(({ status, state }) => `${status} ${state}`);
const reportedFalls = (rooms: Rooms) =>
  rooms.takeLog().filter(({ status, effect }) => status === manDown && effect !== 'duplicate').length;

const entity = (name: string) => `binary_sensor/${name}_1/state`;
const scenario = (name: string) => `camera_1/event/CameraApplicationPlatform/ObjectAnalytics/${name}_1`;
const active = (value: string) => ({ message: { data: { active: value } } });

describe.each([
  { sample: 'house', topic: entity('fall'), on: 'on', off: 'off' },
  {
    sample: 'zigbee',
    topic: 'fall_1',
    on: { fall_down_status: 'fall' },
    off: { fall_down_status: 'none' },
  },
  { sample: 'nodes', topic: 'fall-device/binary_sensor/fall/state', on: 'ON', off: 'OFF' },
  { sample: 'shellies', topic: 'fall-device/input/fall', on: '1', off: '0' },
  { sample: 'axis-cameras', topic: scenario('fall'), on: active('1'), off: active('0') },
])('the fall sensor of the connection $sample, alone in its room', ({ sample, topic, on, off }) => {
  const roles = sample === 'axis-cameras' ? ['camera', 'fall'] : ['fall'];
  test('a fall sensor ends its "man down", and a second fall raises an alert after the first was answered', () => {
    const rooms = createEquipmentRooms([roomWith(sample, roles)]);
    expect(after(rooms, sample, [[topic, on]])).toEqual(['man_down']);
    expect(openAlerts(rooms)).toEqual(['1 raised']);
    rooms.resolveAlerts(room1);
    expect(after(rooms, sample, [[topic, off]])).toEqual(['all_clear']);
    expect(openAlerts(rooms)).toEqual([]);
    expect(after(rooms, sample, [[topic, on]])).toEqual(['man_down']);
    expect(openAlerts(rooms)).toEqual(['1 raised']);
  });

  test('a fall sensor reports a fall within a second of the end of the previous one', () => {
    const rooms = createEquipmentRooms([roomWith(sample, [...roles, 'bed'])]);
    for (const payload of [on, off, on]) {
      rooms.receive(`${sample}/${topic}`, payload);
      rooms.wait(300);
    }
    expect(reportedFalls(rooms)).toBe(2);
  });
});

test.each([
  ['house', 'bathroom', entity('bathroom'), 'on', 'off', 'in_bathroom'],
  ['zigbee', 'bathroom', 'bathroom_1', { occupancy: true }, { occupancy: false }, 'in_bathroom'],
  ['zigbee', 'vibration', 'vibration_1', { vibration: true }, { vibration: false }, 'in_bed'],
  ['nodes', 'bathroom', 'bathroom-device/binary_sensor/bathroom/state', 'ON', 'OFF', 'in_bathroom'],
  ['shellies', 'bathroom', 'bathroom-device/input/bathroom', '1', '0', 'in_bathroom'],
])('%s: a room whose only sensor is %s shows all clear while it is off', (sample, role, topic, on, off, status) => {
  const messages = [on, off, on].map((payload) => [topic, payload] as const);
  expect(after(createEquipmentRooms([roomWith(sample, [role])]), sample, messages)).toEqual([
    status,
    'all_clear',
    status,
  ]);
});

test('a possible fall of a radar is shown as a person whose position is unknown', () => {
  const states = ['fall', 'maybe_fall', 'none'].map((value) => ['fall_1', { fall_down_status: value }] as const);
  expect(after(createEquipmentRooms([roomWith('zigbee', ['fall'])]), 'zigbee', states)).toEqual([
    'man_down',
    'person_visible',
    'all_clear',
  ]);
});

test('a room is not calm while the value of its bed sensor is discarded, although its fall sensor reports no fall', () => {
  const rooms = createEquipmentRooms([roomWith('house', ['bed', 'fall'])]);
  expect(
    after(rooms, 'house', [
      [entity('bed'), 'on'],
      ['available', 'offline'],
      ['available', 'online'],
      [entity('fall'), 'off'],
      [entity('fall'), 'on'],
      [entity('fall'), 'off'],
      [entity('bed'), 'off'],
    ]),
  ).toEqual([
    'in_bed',
    'camera_unreachable (gateway)',
    'initializing',
    'initializing',
    'man_down',
    'initializing',
    'out_of_bed',
  ]);
});

test('Frigate: a person who leaves the bed is not shown in bed while nobody knows whether the room is empty', () => {
  expect(
    after(createEquipmentRooms(), 'frigate', [
      ['room_12_bed/person', '1'],
      ['room_12_bed/person', '0'],
      ['room_12/person', '1'],
    ]),
  ).toEqual(['in_bed', 'initializing', 'out_of_bed']);
});

describe('a bed sensor and a fall sensor of different connections', () => {
  const bed = (value: string) => ['house', [[entity('bed'), value]]] as const;
  const fall = (value: string) => ['zigbee', [['fall_1', { fall_down_status: value }]]] as const;
  const createRooms = () => createEquipmentRooms([roomWith('house', ['bed']), roomWith('zigbee', ['fall'])]);
  const statusesAfter = (rooms: Rooms, sent: readonly (ReturnType<typeof bed> | ReturnType<typeof fall>)[]) =>
    sent.flatMap(([base, messages]) => after(rooms, base, messages));

  test('a fall sensor that reports no fall does not replace the status of the bed sensor', () => {
    const sent = [fall('none'), bed('on'), fall('fall'), fall('none'), bed('on'), fall('none'), bed('off')];
    expect(statusesAfter(createRooms(), sent)).toEqual([
      'all_clear',
      'in_bed',
      'man_down',
      // The status of the bed is unknown until the bed sensor reports.
      'initializing',
      'in_bed',
      'in_bed',
      'out_of_bed',
    ]);
  });

  test('a repeated value of the bed sensor does not hide a fall, and a fall that continues is shown again', () => {
    const rooms = createRooms();
    expect(statusesAfter(rooms, [bed('on'), fall('fall'), bed('on')])).toEqual(['in_bed', 'man_down', 'man_down']);
    rooms.takeLog();
    expect(statusesAfter(rooms, [bed('off'), fall('fall'), fall('fall')])).toEqual([
      'out_of_bed',
      'man_down',
      'man_down',
    ]);
    expect(reportedFalls(rooms), 'a repeated value is logged only if it changes the card').toBe(1);
  });
});

test('the first fall of a sensor is reported although another sensor in the room has reported one before', () => {
  const rooms = createEquipmentRooms([roomWith('house', ['fall']), roomWith('zigbee', ['fall'])]);
  after(rooms, 'house', [[entity('fall'), 'on']]);
  rooms.takeLog();
  rooms.receive('zigbee/fall_1', { fall_down_status: 'fall' });
  expect(reportedFalls(rooms)).toBe(1);
  expect(shown(rooms)).toBe('man_down');
});
