import { expect, it } from 'vitest';
import { addressOfLocation, returnAddressOfState, sanitizeReturnAddress } from './return-address.ts';

it('[ROUTE-9] the address to open after the sign-in keeps path, query and hash', () => {
  const location = { pathname: '/client/1/location/2/ward/3', search: '?lng=de', hash: '#room-4' };
  expect(sanitizeReturnAddress(addressOfLocation(location))).toBe('/client/1/location/2/ward/3?lng=de#room-4');
});

it.each([
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/\t/evil.example', '/'],
  ['', '/'],
  [7, '/'],
  ['/login?x=1', '/'],
  ['/callback?code=1&state=2', '/'],
  ['/callback#x', '/'],
  ['/logins', '/logins'],
])(
  'the requested return address %j becomes %s, so that a sign-in leads neither to another site nor back to a sign-in page',
  (returnTo, expected) => {
    expect(returnAddressOfState({ returnTo })).toBe(expected);
    expect(returnAddressOfState(null)).toBe('/');
  },
);
