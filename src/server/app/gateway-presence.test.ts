/** What a room shows while a sensor of Zigbee2MQTT, ESPHome or Shelly is offline. */
import { expect, test } from 'vitest';
import { createEquipmentRooms } from '../../../tests/support/equipment/equipment-rooms.ts';
import { after } from '../../../tests/support/equipment/shown-statuses.ts';

test('Zigbee2MQTT: a sensor that is unavailable stays unavailable when the bridge repeats its last state', () => {
  const cached = ['bed_12', { occupancy: true, linkquality: 87 }] as const;
  expect(
    after(createEquipmentRooms(), 'zigbee2mqtt', [
      cached,
      ['bed_12/availability', { state: 'offline' }],
      cached,
      ['bridge/state', { state: 'online' }],
      ['bridge/health', {}],
      ['bath_12', { occupancy: true }],
      ['bed_12/availability', { state: 'online' }],
      ['bed_12', { occupancy: false }],
    ]),
  ).toEqual([
    'in_bed',
    ...Array.from({ length: 5 }, () => 'camera_unreachable (bed-sensor)'),
    'initializing',
    'out_of_bed',
  ]);
});

test('Zigbee2MQTT: while the bridge is offline the room shows no status of its sensors', () => {
  expect(
    after(createEquipmentRooms(), 'zigbee2mqtt', [
      ['bed_12', { occupancy: true }],
      ['bridge/state', 'offline'],
      ['bed_12/availability', 'online'],
      ['bridge/state', 'online'],
      ['bed_12', { occupancy: true }],
    ]),
  ).toEqual(['in_bed', 'camera_unreachable (gateway)', 'camera_unreachable (gateway)', 'initializing', 'in_bed']);
});

test('ESPHome: the last will of a node makes its rooms unreachable until the node is back online', () => {
  expect(
    after(createEquipmentRooms(), 'esphome', [
      ['beds-12/binary_sensor/bed_1/state', 'ON'],
      ['beds-12/status', 'offline'],
      ['bath-12/binary_sensor/presence/state', 'OFF'],
      ['bath-12/sensor/uptime/state', '60'],
      ['beds-12/status', 'online'],
      ['beds-12/binary_sensor/bed_1/state', 'ON'],
    ]),
  ).toEqual([
    'in_bed',
    ...Array.from({ length: 3 }, () => 'camera_unreachable (bed-sensor)'),
    'initializing',
    'in_bed',
  ]);
});

test('Shelly: the room of a motion sensor whose detection is switched off is unreachable', () => {
  const motion = (values: object) => ['shellymotionsensor-60A42386DDE2/status', values] as const;
  expect(
    after(createEquipmentRooms(), 'shellies', [
      motion({ motion: true, active: true }),
      motion({ motion: false, active: false }),
      ['shellymotionsensor-60A42386DDE2/online', 'true'],
      motion({ motion: true, active: true }),
    ]),
  ).toEqual(['in_bathroom', 'camera_unreachable (detection)', 'camera_unreachable (detection)', 'in_bathroom']);
});
