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

test('all invalid settings and options are reported at once, each by its name', () => {
  const wrong = {
    PORT: 'http',
    ROOM_STATUS_URL: 'rooms.example.org/',
    OIDC_ISSUER: 'https://id.example.org',
    LOG_LEVEL: 'loud',
    ROOM_STATUS_ADMIN_PASSWORD: 'short',
    ENVIRONMENTS_FILE: join(folder, 'missing.json'),
  };
  const message = messageOf(() => readConfig(wrong, ['--speed', 'fast']));
  for (const name of [
    'PORT',
    'ROOM_STATUS_URL',
    'LOG_LEVEL',
    'ROOM_STATUS_ADMIN_PASSWORD',
    'ENVIRONMENTS_FILE',
    '--speed',
  ]) {
    expect(message).toContain(name);
  }
  expect(message).not.toContain('short');
  expect(messageOf(() => readConfig({ OIDC_ISSUER: 'https://id.example.org' }, []))).toContain(
    'OIDC_AUDIENCE: is missing',
  );
  expect(messageOf(() => readConfig({}, ['--quick']))).toContain('--quick');
});

test('TRUSTED_PROXIES takes the addresses of reverse proxies', () => {
  expect(readConfig({}, []).trustedProxies).toEqual([]);
  expect(readConfig({ TRUSTED_PROXIES: '127.0.0.1, ::1' }, []).trustedProxies).toEqual(['127.0.0.1', '::1']);
  expect(messageOf(() => readConfig({ TRUSTED_PROXIES: 'proxy' }, []))).toContain('TRUSTED_PROXIES: must be IP');
});

const shared = {
  DATABASE_URL: 'postgres://rooms:s3cret@db.example.org/rooms',
  NATS_URL: 'nats://a:4222, nats://b:4222',
};

test('without DATABASE_URL, NATS_URL and MQTT_URL everything is embedded', () => {
  const config = readConfig({ DATA_DIR: '/srv/rooms' }, []);
  expect(config.database).toEqual({ kind: 'sqlite', folder: '/srv/rooms' });
  expect(config.natsUrls).toEqual([]);
  expect(config.mqtt).toEqual({ brokerUrl: undefined, port: undefined });
});

test('database, bus, MQTT, equipment file and metrics token each have one setting', () => {
  const others = {
    MQTT_URL: 'mqtts://broker.example.org:8883',
    MQTT_PORT: '1883',
    EQUIPMENT_FILE: 'equipment.yaml',
    METRICS_TOKEN: 'a token of some length',
  };
  expect(readConfig({ ...shared, ...others }, [])).toMatchObject({
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

test('an invalid address is reported by its setting, without its password', () => {
  const message = messageOf(() =>
    readConfig(
      {
        DATABASE_URL: 'mysql://rooms:s3cret@db/rooms',
        NATS_URL: 'nats://a:4222, http://user:s3cret@b',
        MQTT_URL: 's3cret',
        MQTT_PORT: '70000',
        METRICS_TOKEN: 's3cret',
      },
      [],
    ),
  );
  for (const name of ['DATABASE_URL', 'NATS_URL', 'MQTT_URL', 'MQTT_PORT', 'METRICS_TOKEN']) {
    expect(message).toContain(`${name}: `);
  }
  expect(message).not.toContain('s3cret');
  expect(messageOf(() => readConfig({ DATABASE_URL: 'postgres://db.example.org' }, []))).toContain('DATABASE_URL: ');
  expect(messageOf(() => readConfig({ MQTT_URL: 'mqtt:/rooms:s3cret@broker' }, []))).toContain('MQTT_URL: ');
});

test('an address whose password needs escapes is refused with the escapes to use', () => {
  for (const name of ['DATABASE_URL', 'MQTT_URL']) {
    const scheme = name === 'MQTT_URL' ? 'mqtt' : 'postgres';
    const message = messageOf(() =>
      readConfig({ [name]: `${scheme}://rooms:s3/cret@host.example.org:5000/rooms` }, []),
    );
    expect(message).toContain(`${name}: `);
    expect(message).toContain('/ # ? % @ in a password written as %2F %23 %3F %25 %40');
    expect(message).not.toContain('cret');
  }
});

test.each(['0', '501', '1.5'])('DATABASE_CONNECTIONS=%s is refused', (connections) => {
  const message = messageOf(() => readConfig({ DATABASE_CONNECTIONS: connections }, []));
  expect(message).toContain('DATABASE_CONNECTIONS: must be a number from 1 to 500');
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
