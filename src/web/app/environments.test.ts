import { describe, expect, it } from 'vitest';
import { environmentOf } from './environments.ts';

const named = (name: string, origins: string[]) => ({
  name,
  origins,
  apiBaseUrl: `https://${name}.example/api`,
  issuer: `https://${name}.example/idp`,
  clientId: `room-status-${name}`,
  audience: '',
  providerName: 'Room Status ID',
});
const environments = [
  named('local', ['http://localhost:3001']),
  named('development', ['https://dev.example']),
  named('staging', ['https://staging.example']),
  named('production', ['https://rooms.example', 'https://board.example']),
];
const content = JSON.stringify({ environments });

describe('[ENV-1] the environment of a page', () => {
  it.each([
    ['http://localhost:3001', 'local'],
    ['https://dev.example', 'development'],
    ['https://staging.example', 'staging'],
    ['https://board.example', 'production'],
    ['https://somewhere.else', 'local'],
  ])('a page at %s uses the environment %s, with its client and API', (origin, name) => {
    expect(environmentOf(content, origin)).toMatchObject({
      clientId: `room-status-${name}`,
      apiBaseUrl: `https://${name}.example/api`,
    });
  });

  it('a page without a configuration is rejected', () => {
    expect(() => environmentOf('', 'https://rooms.example')).toThrow(/room-status-config/);
    expect(() => environmentOf(JSON.stringify({ environments: [] }), 'https://rooms.example')).toThrow(
      /rooms\.example/,
    );
  });

  it('a configuration that does not match the contract is rejected', () => {
    expect(() => environmentOf(JSON.stringify({ environments: [{ name: 'local' }] }), 'https://a.example')).toThrow(
      /origins/,
    );
  });
});
