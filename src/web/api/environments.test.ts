import { expect, it } from 'vitest';
import { environmentOf } from './environments.ts';

const named = (name: string, origins: string[]) => ({
  name,
  origins,
  apiBaseUrl: `https://${name}.example/api`,
  issuer: `https://${name}.example/idp`,
  clientId: `room-status-${name}`,
  scope: 'openid',
  providerName: 'Room Status ID',
});
const environments = [
  named('local', ['http://localhost:3001']),
  named('development', ['https://dev.example']),
  named('staging', ['https://staging.example']),
  named('production', ['https://rooms.example', 'https://board.example']),
];
const content = JSON.stringify({ environments });

it.each([
  ['http://localhost:3001', 'local'],
  ['https://dev.example', 'development'],
  ['https://staging.example', 'staging'],
  ['https://board.example', 'production'],
  ['https://somewhere.else', 'local'],
])('[ENV-1] a page at %s uses the environment %s, with its client and API', (origin, name) => {
  expect(environmentOf(content, origin)).toMatchObject({
    clientId: `room-status-${name}`,
    apiBaseUrl: `https://${name}.example/api`,
  });
});

it.each([
  ['no configuration', '', /room-status-config/],
  ['no environment for its origin', '{"environments":[]}', /rooms\.example/],
  ['a configuration that does not match the contract', '{"environments":[{"name":"local"}]}', /origins/],
])('[ENV-1] reading the environment fails for a page with %s', (_what, text, error) => {
  expect(() => environmentOf(text, 'https://rooms.example')).toThrow(error);
});
