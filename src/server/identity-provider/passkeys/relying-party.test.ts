import { expect, test } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

test.each([
  ['https://rooms.example.org/idp', 'rooms.example.org'],
  ['https://rooms.example.org:8443/idp', 'rooms.example.org'],
  ['http://localhost:3001/idp', 'localhost'],
  ['http://rooms.example.org/idp', undefined],
  ['https://192.0.2.7/idp', undefined],
  ['https://[2001:db8::7]/idp', undefined],
  ['http://127.0.0.1:3001/idp', undefined],
])('passkeys at %s are made for %s', (issuer, id) => {
  const origin = new URL(issuer).origin;
  expect(relyingPartyOf(issuer)).toEqual(id === undefined ? undefined : { id, origin });
});
