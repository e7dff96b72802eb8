import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'room-status-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const external = { OIDC_ISSUER: 'https://id.example.org/realms/home', OIDC_CLIENT_ID: 'board', OIDC_AUDIENCE: 'rooms' };

test('[ENV-1] without settings the server uses port 3001, the embedded provider and the demo', () => {
  const config = readConfig({}, []);
  expect(config).toMatchObject({
    port: 3001,
    publicUrl: 'http://localhost:3001',
    identity: { kind: 'embedded' },
    demo: { speed: 1 },
  });
  expect(config.environments).toEqual([
    expect.objectContaining({ name: 'local', apiBaseUrl: '/api', issuer: 'http://localhost:3001/idp' }),
  ]);
});

test('[ENV-1] each environment has its own identity provider, client id and API address', () => {
  const file = join(folder, 'environments.json');
  const staging = {
    name: 'staging',
    origins: ['https://staging.example.org'],
    apiBaseUrl: 'https://api.staging.example.org',
    issuer: 'https://id.example.org',
    clientId: 'board-staging',
    audience: 'rooms',
    providerName: 'Example',
  };
  writeFileSync(file, JSON.stringify([staging]));
  const { environments } = readConfig({ ENVIRONMENTS_FILE: file }, []);
  expect(environments[0]).toEqual(staging);
  expect(environments[1]?.name).toBe('local');
});

test('with an external identity provider there is no demo, even with --demo', () => {
  const config = readConfig(external, ['--demo', '--speed', '60']);
  expect(config.demo).toBeUndefined();
  expect(config.identity).toEqual({ kind: 'external', issuer: external.OIDC_ISSUER });
});

test('--speed sets the speed of the demo, --no-demo switches it off', () => {
  expect(readConfig({}, ['--speed', '60']).demo).toEqual({ speed: 60 });
  expect(readConfig({}, ['--no-demo']).demo).toBeUndefined();
  for (const speed of ['0', '-1', '1001', 'x']) {
    expect(messageOf(() => readConfig({}, ['--speed', speed]))).toContain('--speed');
  }
});

const shared = {
  DATABASE_URL: 'postgres://rooms:s3cret@db.example.org/rooms',
  NATS_URL: 'nats://a:4222, nats://b:4222',
};

test('all invalid settings and options are reported at once, each by its name and without a secret', () => {
  const wrong = {
    PORT: 'http',
    ROOM_STATUS_URL: 'rooms.example.org/',
    TRUSTED_PROXIES: 'proxy',
    DATABASE_URL: 'mysql://rooms:s3cret@db/rooms',
    NATS_URL: 'nats://a:4222, http://user:s3cret@b',
    MQTT_URL: 's3cret',
    MQTT_PORT: '70000',
    METRICS_TOKEN: 's3cret',
    OIDC_ISSUER: 'https://id.example.org',
    LOG_LEVEL: 'loud',
    ROOM_STATUS_ADMIN_PASSWORD: 's3cret',
    ENVIRONMENTS_FILE: join(folder, 'missing.json'),
  };
  const message = messageOf(() => readConfig(wrong, ['--speed', 'fast']));
  const { OIDC_ISSUER: _valid, ...others } = wrong;
  for (const name of [...Object.keys(others), 'OIDC_AUDIENCE', '--speed']) expect(message).toContain(name);
  expect(message).not.toContain('s3cret');
  expect(messageOf(() => readConfig({}, ['--quick']))).toContain('--quick');
});

test.each([
  [{ OIDC_ISSUER: 'https://id.example.org' }, 'OIDC_AUDIENCE: is missing'],
  [{ TRUSTED_PROXIES: 'proxy' }, 'TRUSTED_PROXIES: must be IP'],
  [{ DATABASE_URL: 'postgres://db.example.org' }, 'DATABASE_URL: '],
  [{ MQTT_URL: 'mqtt:/rooms:s3cret@broker' }, 'MQTT_URL: '],
  [{ DATABASE_CONNECTIONS: '0' }, 'DATABASE_CONNECTIONS: must be a number from 1 to 500'],
  [{ DATABASE_CONNECTIONS: '501' }, 'DATABASE_CONNECTIONS: must be a number from 1 to 500'],
  [{ DATABASE_CONNECTIONS: '1.5' }, 'DATABASE_CONNECTIONS: must be a number from 1 to 500'],
])('%j is refused', (settings, reason) => {
  expect(messageOf(() => readConfig(settings, []))).toContain(reason);
});

test('without DATABASE_URL, NATS_URL and MQTT_URL everything is embedded', () => {
  expect(readConfig({ DATA_DIR: '/srv/rooms' }, [])).toMatchObject({
    database: { kind: 'sqlite', folder: '/srv/rooms' },
    natsUrls: [],
    mqtt: { brokerUrl: undefined, port: undefined },
    trustedProxies: [],
  });
});

test('proxies, database, bus, MQTT, equipment file and metrics token each have one setting', () => {
  const others = {
    TRUSTED_PROXIES: '127.0.0.1, ::1',
    MQTT_URL: 'mqtts://broker.example.org:8883',
    MQTT_PORT: '1883',
    EQUIPMENT_FILE: 'equipment.yaml',
    METRICS_TOKEN: 'a token of some length',
  };
  expect(readConfig({ ...shared, ...others }, [])).toMatchObject({
    trustedProxies: ['127.0.0.1', '::1'],
    database: { kind: 'postgres', url: shared.DATABASE_URL, poolSize: 10 },
    natsUrls: ['nats://a:4222', 'nats://b:4222'],
    mqtt: { brokerUrl: others.MQTT_URL, port: 1883 },
    equipmentFile: 'equipment.yaml',
    metricsToken: others.METRICS_TOKEN,
  });
});

test('with DATABASE_URL the demo runs only with --demo', () => {
  expect(readConfig(shared, []).demo).toBeUndefined();
  expect(readConfig(shared, ['--demo']).demo).toEqual({ speed: 1 });
  expect(readConfig({ ...shared, ...external }, ['--demo']).demo).toBeUndefined();
});

test.each(['DATABASE_URL', 'MQTT_URL'])('%s with a password that needs escapes is refused with the escapes', (name) => {
  const scheme = name === 'MQTT_URL' ? 'mqtt' : 'postgres';
  const address = `${scheme}://rooms:s3/cret@host.example.org:5000/rooms`;
  const message = messageOf(() => readConfig({ [name]: address }, []));
  expect(message).toContain(`${name}: `);
  expect(message).toContain('/ # ? % @ in a password written as %2F %23 %3F %25 %40');
  expect(message).not.toContain('cret');
});

test('an empty setting counts as not set', () => {
  expect(readConfig({ PORT: '', OIDC_ISSUER: '' }, []).port).toBe(3001);
});

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error('nothing was refused');
}
