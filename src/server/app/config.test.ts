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
    isDemo: true,
    database: { kind: 'sqlite' },
    natsUrls: [],
    mqtt: { brokerUrl: undefined, port: undefined },
    trustedProxies: [],
  });
  expect(config.environments).toEqual([
    expect.objectContaining({ name: 'local', apiBaseUrl: '/api', issuer: 'http://localhost:3001/idp' }),
  ]);
});

test('room statuses are published only if MQTT_PUBLISH names locations, or all', () => {
  expect(readConfig({ MQTT_URL: 'mqtt://broker' }, []).publishing).toBeUndefined();
  expect(readConfig({ MQTT_PUBLISH: 'all' }, []).publishing).toEqual({ locations: 'all', brokerUrl: undefined });
  const settings = { MQTT_PUBLISH: 'Harbour-House, hill', MQTT_PUBLISH_URL: 'mqtts://broker' };
  const { publishing } = readConfig(settings, []);
  expect(publishing).toEqual({ locations: ['harbour-house', 'hill'], brokerUrl: 'mqtts://broker' });
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
  // A page of an unknown origin uses the environment `local`, which has the server's own settings.
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

test('an OIDC audience equal to the client id is refused, unless OIDC_ALLOW_CLIENT_ID_AS_AUDIENCE is true', () => {
  const same = { ...external, OIDC_AUDIENCE: external.OIDC_CLIENT_ID };
  expect(messageOf(() => readConfig(same, []))).toContain('OIDC_ALLOW_CLIENT_ID_AS_AUDIENCE=true');
  expect(readConfig({ ...same, OIDC_ALLOW_CLIENT_ID_AS_AUDIENCE: 'true' }, []).audience).toBe('board');
});

const shared = {
  DATABASE_URL: 'postgres://rooms:s3,cret@db.example.org/rooms',
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
    MQTT_PUBLISH: 'a/b',
    MQTT_PUBLISH_URL: 's3cret',
    MQTT_PORT: '70000',
    METRICS_TOKEN: 's3cret',
    SMTP_URL: 'http://rooms:s3cret@mail.example.org',
    EMAIL_FROM: 'rooms',
    WEBHOOK_ALLOWED_HOSTS: 'https://a',
    OIDC_ISSUER: 'https://id.example.org',
    LOG_LEVEL: 'loud',
    ROOM_STATUS_ADMIN_PASSWORD: 's3cret',
    ENVIRONMENTS_FILE: join(folder, 'missing.json'),
  };
  const message = messageOf(() => readConfig(wrong, ['--fast']));
  const { OIDC_ISSUER: _valid, ...others } = wrong;
  for (const name of [...Object.keys(others), 'OIDC_AUDIENCE', '--fast']) expect(message).toContain(name);
  expect(message).not.toContain('s3cret');
});

test.each([
  [{ OIDC_ISSUER: 'https://id.example.org' }, 'OIDC_AUDIENCE: is missing'],
  [{ ...external, OIDC_ISSUER: 'https://accounts.google.com' }, 'OIDC_ISSUER: Google issues opaque tokens'],
  [{ OIDC_SCOPE: 'email groups' }, 'OIDC_SCOPE: must contain openid'],
  [{ OIDC_RESOURCE: 'rooms' }, 'OIDC_RESOURCE: must be an absolute URI'],
  [{ OIDC_GROUPS_SEPARATOR: ',' }, 'OIDC_GROUPS_SEPARATOR: must be comma or space'],
  [{ TRUSTED_PROXIES: 'proxy' }, 'TRUSTED_PROXIES: must be IP'],
  [{ DATABASE_URL: 'postgres://db.example.org' }, 'DATABASE_URL: '],
  [{ DATABASE_URL: 'postgres://u:p@a:5432,b:x/db' }, 'DATABASE_URL: must be an address'],
  [{ DATABASE_URL: 'postgres://u:p@a:5432,/db' }, 'DATABASE_URL: must be an address'],
  [{ DATABASE_URL: 'postgres://db/rooms?host=a,b' }, 'DATABASE_URL: must name its hosts before the path'],
  [{ MQTT_URL: 'mqtt:/rooms:s3cret@broker' }, 'MQTT_URL: '],
  [{ MQTT_PUBLISH: 'harbour house' }, 'MQTT_PUBLISH: must be all, or the aliases'],
  [{ MQTT_PUBLISH_URL: 'mqtt://broker' }, 'MQTT_PUBLISH: is missing, MQTT_PUBLISH_URL needs it'],
  [{ MQTT_PUBLISH: 'all', MQTT_PUBLISH_URL: 'http://rooms:s3cret@broker' }, 'MQTT_PUBLISH_URL: must be an address'],
  [{ SMTP_URL: 'smtp://mail.example.org' }, 'EMAIL_FROM: is missing, SMTP_URL needs it'],
  [{ EMAIL_FROM: 'a@example.org' }, 'SMTP_URL: is missing, EMAIL_FROM needs it'],
  [{ SMTP_URL: 'smtp://mail.example.org?tls=no', EMAIL_FROM: 'a@example.org' }, 'SMTP_URL: must be an address'],
  [{ SMTP_URL: 'smtp://mail.example.org', EMAIL_FROM: 'a@b.c, d@e.f' }, 'EMAIL_FROM: must be an email address'],
  [{ SMTP_URL: 'smtp://mail.example.org', EMAIL_FROM: 'A <a@b.c>\r\nBcc: d@e.f' }, 'EMAIL_FROM: must be'],
  [{ DATABASE_CONNECTIONS: '501' }, 'DATABASE_CONNECTIONS: must be a number from 1 to 500'],
])('the server does not start with the settings %j', (settings, reason) => {
  expect(messageOf(() => readConfig(settings, []))).toContain(reason);
});

test.each([
  ['--demo', external, false],
  ['--demo', { ...shared, ...external }, false],
  ['', shared, false],
  ['--demo', shared, true],
  ['', {}, true],
  ['--no-demo', {}, false],
])('with the arguments "%s" and the settings %j the server runs the demo: %j', (args, settings, isDemo) => {
  expect(readConfig(settings, args.split(' ').filter(Boolean)).isDemo).toBe(isDemo);
});

test.each([
  ['alerts@example.org', { name: '', address: 'alerts@example.org' }],
  ['Room Status <alerts@example.org>', { name: 'Room Status', address: 'alerts@example.org' }],
  ['Care, Home and Co. <alerts@example.org>', { name: 'Care, Home and Co.', address: 'alerts@example.org' }],
])('e-mails have the sender %s', (EMAIL_FROM, from) => {
  const url = 'smtps://rooms:p%2Fw@mail.example.org';
  expect(readConfig({ SMTP_URL: url, EMAIL_FROM }, []).contacts.email).toEqual({ url, from });
});

test.each([
  ['DATABASE_URL', 'postgres'],
  ['MQTT_URL', 'mqtt'],
  ['SMTP_URL', 'smtp'],
])('a %s with unescaped characters in its password is refused, and the error lists the escapes', (name, scheme) => {
  const message = messageOf(() => readConfig({ [name]: `${scheme}://rooms:s3/cret@host.example.org:5000/rooms` }, []));
  expect(message).toContain(`${name}: `);
  expect(message).toContain('/ # ? % @ in a password written as %2F %23 %3F %25 %40');
  expect(message).not.toContain('cret');
});

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error('nothing was refused');
}
