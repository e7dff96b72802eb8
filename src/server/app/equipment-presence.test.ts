import { expect, test } from 'vitest';
import { createEquipmentRooms } from '../../../tests/support/equipment/equipment-rooms.ts';
import { after, shown } from '../../../tests/support/equipment/shown-statuses.ts';

const room1 = 'harbour/room-1';

const [bed, bath, fallSensor] = [
  'binary_sensor/bed_12/state',
  'binary_sensor/bath_12/state',
  'binary_sensor/fall_12/state',
] as const;
const stats = ['stats', { cameras: { room_12: { camera_fps: 5, process_fps: 5 } } }] as const;

/** Returns what the card shows after each of `count` messages while this source is offline. */
const offline = (source: string, count = 1) => Array.from({ length: count }, () => `camera_unreachable (${source})`);
const motion = (values: object) => ['shellymotionsensor-60A42386DDE2/status', values] as const;
const cached = ['bed_12', { occupancy: true, linkquality: 87 }] as const;

test.each<[string, string, readonly (readonly [string, unknown])[], readonly string[]]>([
  [
    'Home Assistant: the card names an unavailable bed sensor until it reports again, even if all others are online',
    'homeassistant',
    [
      [bed, 'on'],
      [bed, 'unavailable'],
      ['available', 'online'],
      [bath, 'on'],
      [bath, 'off'],
      [bed, 'on'],
    ],
    ['in_bed', ...offline('bed-sensor', 4), 'in_bed'],
  ],
  [
    'Home Assistant: after Home Assistant was offline, a room is initializing until its sensors report again',
    'homeassistant',
    [
      [bed, 'on'],
      ['available', 'offline'],
      ['available', 'online'],
      [bed, 'off'],
    ],
    ['in_bed', ...offline('gateway'), 'initializing', 'out_of_bed'],
  ],
  [
    'Frigate: a room is unreachable until its detection is switched on',
    'frigate',
    [
      stats,
      ['room_12/person', '1'],
      ['room_12/detect/state', 'OFF'],
      stats,
      ['room_12_bed/person', '1'],
      ['room_12/detect/state', 'ON'],
      stats,
    ],
    ['initializing', 'out_of_bed', ...offline('detection', 3), 'initializing', 'initializing'],
  ],
  [
    'Zigbee2MQTT: a sensor that is unavailable stays unavailable when the bridge repeats its last state',
    'zigbee2mqtt',
    [
      cached,
      ['bed_12/availability', { state: 'offline' }],
      cached,
      ['bridge/state', { state: 'online' }],
      ['bridge/health', {}],
      ['bath_12', { occupancy: true }],
      ['bed_12/availability', { state: 'online' }],
      ['bed_12', { occupancy: false }],
    ],
    ['in_bed', ...offline('bed-sensor', 5), 'initializing', 'out_of_bed'],
  ],
  [
    'Zigbee2MQTT: while the bridge is offline the room shows no status of its sensors',
    'zigbee2mqtt',
    [cached, ['bridge/state', 'offline'], ['bed_12/availability', 'online'], ['bridge/state', 'online'], cached],
    ['in_bed', ...offline('gateway', 2), 'initializing', 'in_bed'],
  ],
  [
    'ESPHome: the last will of a node makes its rooms unreachable until the node is back online',
    'esphome',
    [
      ['beds-12/binary_sensor/bed_1/state', 'ON'],
      ['beds-12/status', 'offline'],
      ['bath-12/binary_sensor/presence/state', 'OFF'],
      ['bath-12/sensor/uptime/state', '60'],
      ['beds-12/status', 'online'],
      ['beds-12/binary_sensor/bed_1/state', 'ON'],
    ],
    ['in_bed', ...offline('bed-sensor', 3), 'initializing', 'in_bed'],
  ],
  [
    'Shelly: the room of a motion sensor whose detection is switched off is unreachable',
    'shellies',
    [
      motion({ motion: true, active: true }),
      motion({ motion: false, active: false }),
      ['shellymotionsensor-60A42386DDE2/online', 'true'],
      motion({ motion: true, active: true }),
    ],
    ['in_bathroom', ...offline('detection', 2), 'in_bathroom'],
  ],
])('%s', (_, base, messages, statuses) => {
  expect(after(createEquipmentRooms(), base, messages)).toEqual(statuses);
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

test('a fall that an online sensor reports while another one is offline notifies staff', () => {
  const rooms = createEquipmentRooms();
  after(rooms, 'homeassistant', [
    [bed, 'on'],
    [bed, 'unavailable'],
  ]);
  const [unreachable, fall] = [12, 1];
  expect(rooms.stateOf(room1).lastNotification).toBe(unreachable);
  expect(after(rooms, 'homeassistant', [[fallSensor, 'on']])).toEqual(['camera_unreachable (bed-sensor)']);
  expect(rooms.stateOf(room1).lastNotification).toBe(fall);
});

test('a retained value from an offline sensor sets it online, but its room stays unreachable until a message that is not retained', () => {
  const rooms = createEquipmentRooms();
  after(rooms, 'homeassistant', [
    [bed, 'on'],
    [bed, 'unavailable'],
  ]);
  rooms.receive(`homeassistant/${bed}`, 'on', { retainedAt: rooms.now() });
  expect(shown(rooms)).toBe('camera_unreachable');
  expect(after(rooms, 'homeassistant', [['available', 'online']])).toEqual(['in_bed']);
});
