import { expect, test, vi } from 'vitest';
import { createEquipment } from '../../src/server/equipment/equipment.ts';
import { createHostCheck } from '../../src/server/equipment/broker-address.ts';
import { freePort } from '../../scripts/services/ports.ts';
import { small } from '../support/homes/small-home.ts';
import { startMosquittoHome, within } from '../support/mqtt/mosquitto-home.ts';

test('an external broker that is set while the server runs is read at once, and is no longer read when it is removed', async () => {
  const at = await startMosquittoHome();
  const equipment = createEquipment([]);
  const { metrics, isBrokerRead } = await at.home.open({ overrides: { equipment } });
  const isConnected = async () => /^room_status_mqtt_connected (.*)$/m.exec(await metrics.registry.metrics())?.[1];
  expect(await isConnected(), 'without a broker no alert is about it').toBe('Nan');

  const isAllowed = createHostCheck();
  equipment.setBroker({ url: `mqtt://127.0.0.1:${await freePort()}`, isAllowed });
  await vi.waitFor(() => expect(at.logged('broker-away')).toBe(1), within);
  equipment.setBroker({ url: at.mosquitto.url, isAllowed });
  await vi.waitFor(async () => expect(await isConnected()).toBe('1'), within);
  await at.publish('roomstatus/harbour/room-1/status', 'man_down');
  await vi.waitFor(async () => expect(await at.home.statusOf(small.streamA1x1)).toBe(1), within);

  equipment.setBroker(undefined);
  await vi.waitFor(() => expect(isBrokerRead()).toBe(false), within);
  await at.close();
});
