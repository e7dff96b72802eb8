/** What a room shows while one of the sources that its presets read is offline, and after the source has returned. */
import { expect, test } from 'vitest';
import { createEquipmentRooms } from '../../../tests/support/equipment/equipment-rooms.ts';
import { after, shown } from '../../../tests/support/equipment/shown-statuses.ts';

const room1 = 'harbour/room-1';
const room2 = 'harbour/room-2';

const [bed, bath, fallSensor] = [
  'binary_sensor/bed_12/state',
  'binary_sensor/bath_12/state',
  'binary_sensor/fall_12/state',
] as const;
const stats = (values: object) =>
  ['stats', { cameras: { room_12: { camera_fps: 5, process_fps: 5, ...values } } }] as const;

test('Home Assistant: the card names an unavailable bed sensor until it reports again, even if all others are online', () => {
  expect(
    after(createEquipmentRooms(), 'homeassistant', [
      [bed, 'on'],
      [bed, 'unavailable'],
      ['available', 'online'],
      [bath, 'on'],
      [bath, 'off'],
      [bed, 'on'],
    ]),
  ).toEqual([
    'in_bed',
    'camera_unreachable (bed-sensor)',
    'camera_unreachable (bed-sensor)',
    'camera_unreachable (bed-sensor)',
    'camera_unreachable (bed-sensor)',
    'in_bed',
  ]);
});

test('Home Assistant: the value of an unavailable sensor is discarded, and the value of another sensor is kept', () => {
  const rooms = createEquipmentRooms();
  after(rooms, 'homeassistant', [
    [bed, 'on'],
    [bath, 'on'],
    [bath, 'unknown'],
  ]);
  expect(rooms.valuesOf(room1)).toEqual({ 'house/bed': 'on' });
  expect(shown(rooms)).toBe('camera_unreachable (bathroom-sensor)');
  expect(after(rooms, 'homeassistant', [[bath, 'off']])).toEqual(['in_bed']);
});

test('Home Assistant: after Home Assistant was offline, a room is initializing until its sensors report again', () => {
  const rooms = createEquipmentRooms();
  const messages = [
    [bed, 'on'],
    ['available', 'offline'],
    ['available', 'online'],
    [bed, 'off'],
  ] as const;
  expect(after(rooms, 'homeassistant', messages)).toEqual([
    'in_bed',
    'camera_unreachable (gateway)',
    'initializing',
    'out_of_bed',
  ]);
  expect(shown(rooms, room2)).toBe('initializing');
});

test('a fall that an online sensor reports while another one is offline notifies staff, and so does its end', () => {
  const rooms = createEquipmentRooms();
  after(rooms, 'homeassistant', [
    [bed, 'on'],
    [bed, 'unavailable'],
  ]);
  const [unreachable, fall] = [12, 1];
  expect(rooms.stateOf(room1).lastNotification).toBe(unreachable);
  expect(after(rooms, 'homeassistant', [[fallSensor, 'on']])).toEqual(['camera_unreachable (bed-sensor)']);
  expect(rooms.stateOf(room1).lastNotification).toBe(fall);
  after(rooms, 'homeassistant', [
    [fallSensor, 'off'],
    [bath, 'on'],
  ]);
  expect(rooms.stateOf(room1).lastNotification).toBe(unreachable);
});

test('the status of an online source is shown again when the other source is back online', () => {
  const rooms = createEquipmentRooms();
  const fall = { device_info: { device_sn: '6806E51510750004' }, trigger_data: { event: 0, status: 1 } };
  rooms.receive('homeassistant/available', 'offline');
  rooms.receive('milesight/vs373', fall);
  expect(shown(rooms)).toBe('camera_unreachable (gateway)');
  rooms.receive('homeassistant/available', 'online');
  expect(shown(rooms)).toBe('man_down');
});

test('the card names the gateway while both the gateway and a sensor are offline, and then the sensor', () => {
  const rooms = createEquipmentRooms();
  const messages = [
    [bed, 'unavailable'],
    ['available', 'offline'],
    ['available', 'online'],
  ] as const;
  const revisions: number[] = [];
  const names = messages.flatMap((message) => {
    const [name] = after(rooms, 'homeassistant', [message]);
    revisions.push(rooms.stateOf(room1).revision);
    return name ?? [];
  });
  expect(names.map((name) => name.split(' ')[1])).toEqual(['(bed-sensor)', '(gateway)', '(bed-sensor)']);
  expect(revisions).toEqual([1, 2, 3]);
});

test.each([
  ['the switch of the detection', ['room_12/detect/state', 'OFF'], ['room_12/detect/state', 'ON']],
  ['a disabled detection', stats({ detection_enabled: 0 }), stats({ detection_enabled: true })],
  ['no searched pictures', stats({ process_fps: 0 }), stats({})],
] as const)(
  'Frigate: %s makes the room unreachable; counts and the heartbeat of the camera do not undo it',
  (_, off, on) => {
    const rooms = createEquipmentRooms();
    const heartbeat = off[0] === 'stats' ? off : stats({});
    expect(
      after(rooms, 'frigate', [
        stats({}),
        ['room_12/person', '1'],
        off,
        heartbeat,
        ['room_12_bed/person', '1'],
        on,
        heartbeat,
      ]),
    ).toEqual([
      'initializing',
      'out_of_bed',
      ...Array.from({ length: 3 }, () => 'camera_unreachable (detection)'),
      'initializing',
      off[0] === 'stats' ? 'camera_unreachable (detection)' : 'initializing',
    ]);
  },
);

test('after a retained value the sensor is online, but the room is unreachable until a message that is not retained', () => {
  const rooms = createEquipmentRooms();
  after(rooms, 'homeassistant', [
    [bed, 'on'],
    [bed, 'unavailable'],
  ]);
  rooms.receive(`homeassistant/${bed}`, 'on', { retainedAt: rooms.now() });
  expect(shown(rooms)).toBe('camera_unreachable');
  expect(after(rooms, 'homeassistant', [['available', 'online']])).toEqual(['in_bed']);
});

test('Home Assistant: the status of an entity is discarded while Home Assistant is offline', () => {
  const rooms = createEquipmentRooms();
  const messages = [
    ['sensor/room_13/state', 'in_bathroom'],
    ['available', 'offline'],
    ['available', 'online'],
  ] as const;
  expect(after(rooms, 'homeassistant', messages, room2)).toEqual([
    'in_bathroom',
    'camera_unreachable (gateway)',
    'initializing',
  ]);
});

test('after a retained message that the gateway is online, the room is unreachable until the next message', () => {
  const rooms = createEquipmentRooms();
  after(rooms, 'homeassistant', [
    [bed, 'on'],
    ['available', 'offline'],
  ]);
  rooms.receive('homeassistant/available', 'online', { retainedAt: rooms.now() });
  expect(shown(rooms)).toBe('camera_unreachable');
  expect(after(rooms, 'homeassistant', [[bed, 'on']])).toEqual(['in_bed']);
});

test('two connections of a room store their values separately, even if the values have the same name', () => {
  const rooms = createEquipmentRooms();
  after(rooms, 'homeassistant', [[bed, 'on']]);
  after(rooms, 'frigate', [['room_12_bed/person', '0']]);
  expect(after(rooms, 'homeassistant', [[bath, 'on']])).toEqual(['in_bed']);
  after(rooms, 'frigate', [
    ['available', 'offline'],
    ['stats', { cameras: { room_12: { camera_fps: 5, process_fps: 5 } } }],
  ]);
  expect(after(rooms, 'homeassistant', [[bath, 'off']])).toEqual(['in_bed']);
});

test('any JSON: an offline device shows no status until it reports one again', () => {
  const rooms = createEquipmentRooms();
  const message = (more: object) => ['mat', { device: 'mat-12', ...more }] as const;
  const messages = [message({ status: 'in_bed' }), message({ online: 'offline' }), message({}), message({ status: 3 })];
  expect(after(rooms, 'sensors', messages)).toEqual([
    'in_bed',
    'camera_unreachable (device)',
    'initializing',
    'out_of_bed',
  ]);
});
