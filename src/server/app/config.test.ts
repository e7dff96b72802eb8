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
    database: { kind: 'sqlite' },
    natsUrls: [],
    mqtt: { brokerUrl: undefined, port: undefined },
    trustedProxies: [],
  });
  expect(config.environments).toEqual([
    expect.objectContaining({ name: 'local', apiBaseUrl: '/api', issuer: 'http://localhost:3001/idp' }),
  ]);
});

test('audit events are kept for a year, or for a number of days that the database allows', () => {
  expect(readConfig({}, []).auditRetentionDays).toBe(365);
  expect(readConfig({ AUDIT_RETENTION_DAYS: '91' }, []).auditRetentionDays).toBe(91);
  for (const AUDIT_RETENTION_DAYS of ['90', '36501', '1y', '-100']) {
    expect(() => readConfig({ AUDIT_RETENTION_DAYS }, [])).toThrow('AUDIT_RETENTION_DAYS: must be a number of days');
  }
});

test('[ENV-1] each environment has its own identity provider, client id and API address', () => {
  const file = join(folder, 'environments.json');
  const staging = {
    name: 'staging',
    origins: ['https://staging.example.org'],
    apiBaseUrl: 'https://api.staging.example.org',
    issuer: 'https://id.example.org',
    clientId: 'board-staging',
    providerName: 'Example',
  };
  writeFileSync(file, JSON.stringify([staging]));
  const { environments } = readConfig({ ENVIRONMENTS_FILE: file }, []);
  expect(environments[0]).toEqual({ ...staging, scope: 'openid email groups' });
  // An unknown origin uses the environment `local`. The server's own settings are that environment.
  expect(environments[1]).toMatchObject({ name: 'local', apiBaseUrl: '/api' });
});

test.each([
  [{ audience: 'rooms' }, '[0].audience: is not known'],
  [{ issuer: 'id.example.org' }, '[0].issuer: must be an address'],
  [{ apiBaseUrl: 'api' }, '[0].apiBaseUrl: must be an address, or a path'],
  [{ origins: ['https://rooms.example.org/'] }, '[0].origins[0]: must be an origin'],
  [{ clientId: undefined }, '[0].clientId: is missing'],
])('[ENV-1] an environment with %j is refused, and the error names the field', (changed, reason) => {
  const file = join(folder, 'invalid-environments.json');
  const valid = {
    name: 'local',
    origins: [],
    apiBaseUrl: '/api',
    issuer: 'https://id.example.org',
    clientId: 'board',
    providerName: 'Example',
  };
  writeFileSync(file, JSON.stringify([{ ...valid, ...changed }]));
  expect(messageOf(() => readConfig({ ENVIRONMENTS_FILE: file }, []))).toContain(`ENVIRONMENTS_FILE, ${reason}`);
});

test('[AUTH-1] OIDC_SCOPE, OIDC_RESOURCE and OIDC_AUDIENCE_PARAMETER set the parameters of the sign-in request', () => {
  const local = (settings: object) => readConfig({ ...external, ...settings }, []).environments[0];
  expect(local({})).toMatchObject({ scope: 'openid email groups', resource: undefined, audienceParameter: undefined });
  const scope = 'openid offline_access api://rooms/read';
  const resource = 'https://rooms.example.org/api';
  expect(local({ OIDC_SCOPE: scope, OIDC_RESOURCE: resource, OIDC_AUDIENCE_PARAMETER: 'rooms' })).toMatchObject({
    scope,
    resource,
    audienceParameter: 'rooms',
  });
});

test('[AUTH-1] the embedded identity provider ignores OIDC_SCOPE and OIDC_RESOURCE', () => {
  const [local] = readConfig(
    { OIDC_SCOPE: 'openid api', OIDC_RESOURCE: 'https://rooms.example.org/api' },
    [],
  ).environments;
  expect(local).toMatchObject({ scope: 'openid email groups' });
  expect(local?.resource).toBeUndefined();
});

test('an OIDC audience equal to the client id is refused, unless OIDC_ALLOW_CLIENT_ID_AS_AUDIENCE is true', () => {
  const same = { ...external, OIDC_AUDIENCE: external.OIDC_CLIENT_ID };
  expect(messageOf(() => readConfig(same, []))).toContain('OIDC_ALLOW_CLIENT_ID_AS_AUDIENCE=true');
  expect(readConfig({ ...same, OIDC_ALLOW_CLIENT_ID_AS_AUDIENCE: 'true' }, []).audience).toBe('board');
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
  [{ ...external, OIDC_ISSUER: 'https://accounts.google.com' }, 'OIDC_ISSUER: Google issues opaque tokens'],
  [{ OIDC_SCOPE: 'email groups' }, 'OIDC_SCOPE: must contain openid'],
  [{ OIDC_RESOURCE: 'rooms' }, 'OIDC_RESOURCE: must be an absolute URI'],
  [{ OIDC_GROUPS_SEPARATOR: ',' }, 'OIDC_GROUPS_SEPARATOR: must be comma or space'],
  [{ TRUSTED_PROXIES: 'proxy' }, 'TRUSTED_PROXIES: must be IP'],
  [{ DATABASE_URL: 'postgres://db.example.org' }, 'DATABASE_URL: '],
  [{ MQTT_URL: 'mqtt:/rooms:s3cret@broker' }, 'MQTT_URL: '],
  [{ DATABASE_CONNECTIONS: '0' }, 'DATABASE_CONNECTIONS: must be a number from 1 to 500'],
  [{ DATABASE_CONNECTIONS: '501' }, 'DATABASE_CONNECTIONS: must be a number from 1 to 500'],
  [{ DATABASE_CONNECTIONS: '1.5' }, 'DATABASE_CONNECTIONS: must be a number from 1 to 500'],
])('the settings %j are refused', (settings, reason) => {
  expect(messageOf(() => readConfig(settings, []))).toContain(reason);
});

test('the settings of proxies, database, bus, MQTT, equipment file and metrics token are read into the configuration', () => {
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

test.each([
  ['--demo --speed 60', external, undefined],
  ['--demo', { ...shared, ...external }, undefined],
  ['', shared, undefined],
  ['--demo', shared, { speed: 1 }],
  ['--speed 60', {}, { speed: 60 }],
  ['--no-demo', {}, undefined],
])('with the arguments "%s" and the settings %j the demo is %j', (args, settings, demo) => {
  expect(readConfig(settings, args.split(' ').filter(Boolean)).demo).toEqual(demo);
});

test.each(['0', '-1', '1001', 'x'])('--speed %s is refused', (speed) => {
  expect(messageOf(() => readConfig({}, ['--speed', speed]))).toContain('--speed');
});

test.each([
  ['DATABASE_URL', 'postgres'],
  ['MQTT_URL', 'mqtt'],
])('a %s with unescaped characters in its password is refused, and the error lists the escapes', (name, scheme) => {
  const message = messageOf(() => readConfig({ [name]: `${scheme}://rooms:s3/cret@host.example.org:5000/rooms` }, []));
  expect(message).toContain(`${name}: `);
  expect(message).toContain('/ # ? % @ in a password written as %2F %23 %3F %25 %40');
  expect(message).not.toContain('cret');
});

test('with and without the demo the server uses different database files in DATA_DIR', () => {
  const fileWith = (option: string) => readConfig({ DATA_DIR: '/srv/rooms' }, [option]).database;
  expect(fileWith('--no-demo')).toEqual({ kind: 'sqlite', file: '/srv/rooms/room-status.sqlite' });
  expect(fileWith('--demo')).toEqual({ kind: 'sqlite', file: '/srv/rooms/demo.sqlite' });
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
