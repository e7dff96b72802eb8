import { afterEach, expect, test } from 'vitest';
import { everything, type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { equipmentEndpoints } from '../../../contract/equipment/equipment.ts';
import { Problem } from '../../../contract/problem.ts';
import { createHostCheck } from '../broker-address.ts';
import { readBroker } from '../broker-store.ts';

let app: SmallApp;
afterEach(() => app.close());

const start = async (fixedBroker?: string) => {
  app = await startSmallApp({ equipmentSources: { fixedBroker, isAllowedHost: createHostCheck() } });
};

const headers = () => ({
  authorization: `Bearer ${app.users.token([everything], { roles: ['administrator'] })}`,
  'content-type': 'application/json',
});

async function shown() {
  const response = await fetch(`${app.url}/api/manage/equipment`, { headers: headers() });
  return equipmentEndpoints.getEquipment.response.parse(await response.json()).broker;
}

async function change(body: object) {
  const { version } = await shown();
  const response = await fetch(`${app.url}/api/manage/equipment/broker`, {
    method: 'PATCH',
    headers: headers(),
    body: JSON.stringify({ version, user: null, ...body }),
  });
  const text = await response.text();
  return { status: response.status, text, errors: Problem.safeParse(JSON.parse(text)).data?.errors };
}

test('an administrator sets the external broker, and no response or audit event contains its password', async () => {
  await start();
  const login = { address: 'mqtts://127.0.0.1:8883', user: 'rooms' };
  const saved = await change({ ...login, password: 's3cret:word' });
  expect([saved.status, saved.text.includes('s3cret')]).toEqual([200, false]);
  expect(await shown()).toMatchObject({ ...login, hasPassword: true, isFixed: false });
  await change({ ...login, user: 'other' });
  expect(await readBroker(app.database.query), 'the password stays').toEqual({
    ...login,
    user: 'other',
    password: 's3cret:word',
  });
  const events = await app.database.query.selectFrom('audit_event').selectAll().orderBy('sequence').execute();
  expect(events.filter(({ action }) => action === 'broker.change')).toHaveLength(2);
  expect(JSON.stringify(events)).not.toContain('s3cret');
  await change({ address: null });
  expect(await readBroker(app.database.query)).toEqual({ address: null, user: null, password: null });
});

test('the stored password of the broker is deleted when its address changes, unless it is entered again', async () => {
  await start();
  await change({ address: 'mqtt://127.0.0.1:1883', password: 's3cret' });
  const moved = { address: 'mqtt://127.0.0.1:1884' };
  expect((await change(moved)).errors).toMatchObject([{ field: 'password', code: 'password-again' }]);
  expect((await change({ ...moved, password: 's3cret' })).status).toBe(200);
});

test('of two administrators who set the external broker at once the second is refused', async () => {
  await start();
  const { version } = await shown();
  expect((await change({ address: 'mqtt://127.0.0.1:1883', version })).status).toBe(200);
  expect((await change({ address: 'mqtt://127.0.0.1:1884', version })).status).toBe(409);
});

test.each([
  ['the metadata service of a cloud', 'mqtt://169.254.169.254:80', 'broker-host'],
  ['a host of the internet', 'mqtt://203.0.113.7:1883', 'broker-host'],
  ['a web socket, which would be an HTTP request', 'ws://127.0.0.1:1883', 'broker-address'],
  ['a path', 'mqtt://127.0.0.1:1883/a', 'broker-address'],
  ['a user in the address', 'mqtt://rooms:s3cret@127.0.0.1', 'broker-address'],
  ['a port that is none', 'mqtt://127.0.0.1:99999', 'broker-address'],
])('an external broker with the address %s is refused', async (_what, address, code) => {
  await start();
  expect((await change({ address })).errors).toMatchObject([{ field: 'address', code }]);
  expect((await shown()).address).toBeNull();
});

test('a broker that the operator sets with MQTT_URL is shown without its password and cannot be changed', async () => {
  await start('mqtt://rooms:s3cret@broker:1883');
  expect(await shown()).toMatchObject({ address: 'mqtt://broker:1883', isFixed: true });
  expect((await change({ address: 'mqtt://127.0.0.1:1883' })).status).toBe(403);
});
