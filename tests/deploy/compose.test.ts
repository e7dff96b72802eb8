import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readConfig } from '../../src/server/app/config.ts';
import { deployFolder, readDocumentedSettings, readDocuments } from './documents.ts';

const Service = z.looseObject({
  environment: z.optional(z.record(z.string(), z.string())),
  networks: z.union([
    z.array(z.string()),
    z.record(z.string(), z.looseObject({ ipv4_address: z.optional(z.string()) })),
  ]),
  restart: z.literal('unless-stopped'),
  volumes: z.optional(z.array(z.string())),
  ports: z.optional(z.array(z.string())),
});
const Compose = z.looseObject({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.unknown()) });

const { services } = Compose.parse(readDocuments('compose.yaml')[0]);
const HaService = z.looseObject({
  environment: z.optional(z.record(z.string(), z.string())),
  volumes: z.optional(z.array(z.string())),
  ports: z.optional(z.array(z.string())),
  restart: z.optional(z.string()),
  read_only: z.optional(z.boolean()),
});
const HaCompose = z.looseObject({
  services: z.record(z.string(), HaService),
  volumes: z.record(z.string(), z.unknown()),
});
const ha = HaCompose.parse(readDocuments('compose-ha.yaml')[0]);
const environmentOf = (name: string) => services[name]?.environment ?? {};

/** Substitutes variables as Docker Compose does, in the forms that compose.yaml uses. */
function substitute(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(?:(:?[-?])([^}]*))?\}/g, (_whole, name: string, form = '', word = '') => {
    const value = values[name];
    if (value === undefined && String(form).endsWith('?')) throw new Error(`${name} is required`);
    return value ?? (String(form).endsWith('-') ? String(word) : '');
  });
}

const chosen = { ROOM_STATUS_URL: 'https://rooms.example.org', POSTGRES_PASSWORD: 'abcdef0123456789' };
const settingsOf = (name: string, values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(environmentOf(name)).map(([key, text]) => [key, substitute(text, values)]));

test('the settings in compose.yaml are a valid configuration of the server', () => {
  for (const name of ['app-1', 'app-2']) {
    const config = readConfig(settingsOf(name, chosen), ['--no-demo']);
    expect(config.database).toMatchObject({ kind: 'postgres' });
    expect(config.natsUrls).toEqual(['nats://nats:4222']);
    expect(config.isDemo).toBe(false);
  }
  expect(() => settingsOf('app-1', {})).toThrow('is required');
});

test('compose.yaml passes on every documented setting except those that the image or the number of servers decides, and mounts a folder for their files', () => {
  // The image sets the first three. The embedded broker needs a single server, and the build contains the vendor.
  const decided = ['PORT', 'HOST', 'DATA_DIR', 'MQTT_PORT', 'VENDOR_NAME'];
  const passed = Object.keys(environmentOf('app-1'));
  expect(readDocumentedSettings().filter((name) => !passed.includes(name))).toEqual(decided);
  expect(services['app-1']?.volumes).toEqual(['${SETTINGS_FOLDER:-./settings}:/settings:ro']);
});

test('in compose.yaml the servers trust a forwarded address only from the front', () => {
  const { front } = services;
  const inside = z.looseObject({ inside: z.object({ ipv4_address: z.string() }) }).parse(front?.networks);
  expect(environmentOf('app-1')['TRUSTED_PROXIES']).toBe(inside.inside.ipv4_address);
});

test('in compose.yaml only the front publishes ports, and every password, token and database address takes its secret from a variable', () => {
  expect(Object.keys(services).filter((name) => services[name]?.ports !== undefined)).toEqual(['front']);
  const secrets = Object.values(services).flatMap(({ environment = {} }) =>
    Object.entries(environment).filter(([name]) => /PASSWORD|TOKEN|DATABASE_URL/.test(name)),
  );
  expect(secrets.length).toBeGreaterThan(2);
  for (const [name, text] of secrets) expect(text, name).toMatch(/\$\{\w*(PASSWORD|TOKEN)/);
});

const haPasswords = { ...chosen, SUPERUSER_PASSWORD: 'abc', REPLICATION_PASSWORD: 'def' };
const haSettingsOf = (name: string) =>
  Object.fromEntries(
    Object.entries(ha.services[name]?.environment ?? {}).map(([key, text]) => [key, substitute(text, haPasswords)]),
  );

test('in compose-ha.yaml the servers name every PostgreSQL and NATS that it starts', () => {
  const started = (prefix: string) => Object.keys(ha.services).filter((name) => name.startsWith(prefix));
  for (const name of started('app-')) {
    const { database, natsUrls } = readConfig(haSettingsOf(name), ['--no-demo']);
    const { DATABASE_URL = '' } = haSettingsOf(name);
    expect(database).toMatchObject({ kind: 'postgres' });
    expect(DATABASE_URL).toContain(
      `@${started('postgres-')
        .map((host) => `${host}:5432`)
        .join(',')}/room_status`,
    );
    expect(natsUrls).toEqual(started('nats-').map((host) => `nats://${host}:4222`));
  }
  expect(
    [started('app-'), started('postgres-'), started('nats-'), started('etcd-')].map(({ length }) => length),
  ).toEqual([2, 2, 3, 3]);
});

test('in compose-ha.yaml each PostgreSQL and etcd has data of its own, the name of its service, and the variables of patroni.yml', () => {
  const template = readFileSync(join(deployFolder, 'patroni/patroni.yml'), 'utf8');
  const image = readFileSync(join(deployFolder, 'patroni/Dockerfile'), 'utf8');
  const inTemplate = new Set(
    [...template.matchAll(/\$\{([A-Z_]+)\}/g)].map(([, name = '']) => name).filter((name) => name !== 'VARIABLES'),
  );
  const inImage = [...inTemplate].filter((name) => new RegExp(`^ENV .*\\b${name}=`, 'm').test(image));
  const etcd = ['etcd-1', 'etcd-2', 'etcd-3'];
  for (const name of ['postgres-1', 'postgres-2']) {
    const settings = haSettingsOf(name);
    expect(settings).toMatchObject({
      NAME: name,
      ADDRESS: name,
      ETCD_HOSTS: etcd.map((host) => `${host}:2379`).join(','),
    });
    expect(new Set([...Object.keys(settings), ...inImage])).toEqual(inTemplate);
  }
  for (const name of etcd) {
    expect(haSettingsOf(name)).toMatchObject({
      ETCD_NAME: name,
      ETCD_INITIAL_CLUSTER: etcd.map((host) => `${host}=http://${host}:2380`).join(','),
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${name}:2380`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://${name}:2379`,
    });
  }
  const stored = ['postgres-1', 'postgres-2', ...etcd];
  for (const name of stored) expect(ha.services[name]?.volumes).toEqual([`${name}:/data`]);
  expect(Object.keys(ha.volumes)).toEqual(stored);
});

test('in compose-ha.yaml no service but the front publishes ports, all are read-only and start again, and every password comes from a variable', () => {
  const { front, ...others } = ha.services;
  expect(front).toMatchObject({ extends: { file: 'compose.yaml', service: 'front' } });
  for (const [name, { ports, restart, read_only: isReadOnly }] of Object.entries(others)) {
    expect([ports, isReadOnly], name).toEqual([undefined, true]);
    expect(restart, name).toBe(name === 'create-database' ? 'on-failure' : 'unless-stopped');
  }
  const secrets = Object.values(others).flatMap(({ environment = {} }) =>
    Object.entries(environment).filter(([name]) => /PASSWORD|TOKEN|DATABASE_URL/.test(name)),
  );
  expect(secrets.length).toBeGreaterThan(8);
  for (const [name, text] of secrets) expect(text, name).toMatch(/\$\{\w*(PASSWORD|TOKEN)/);
});
