import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readConfig } from '../../src/server/app/config.ts';
import { readDocumentedSettings, readDocuments } from './documents.ts';

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
