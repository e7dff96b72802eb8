import { expect, it } from 'vitest';
import { addressOfLocation, errorOfCallback, returnAddressOfState, safeReturnAddress } from './return-address.ts';

it('[ROUTE-9] the return address keeps path, query and hash', () => {
  const location = { pathname: '/client/1/location/2/ward/3', search: '?lng=de', hash: '#room-4' };
  expect(safeReturnAddress(addressOfLocation(location))).toBe('/client/1/location/2/ward/3?lng=de#room-4');
});

it.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '',
  'client',
  7,
  null,
])('the return address is / instead of %j, which could lead to another site', (address) => {
  expect(safeReturnAddress(address)).toBe('/');
});

it.each([
  ['/login', '/'],
  ['/login?x=1', '/'],
  ['/callback?code=1&state=2', '/'],
  ['/callback#x', '/'],
  ['/logins', '/logins'],
])('the return address for %s is %s, so that the sign-in does not lead back to itself', (address, expected) => {
  expect(safeReturnAddress(address)).toBe(expected);
});

it.each([
  [null, '/'],
  [{ returnTo: '/client/1' }, '/client/1'],
])('the return address in the history entry %j is %s', (state, expected) => {
  expect(returnAddressOfState(state)).toBe(expected);
});

it.each([
  ['error=access_denied&error_description=Not+today', 'Not today'],
  ['error=access_denied', 'access_denied'],
  ['code=1&state=2', undefined],
])('[ROUTE-2] the error in the callback query %s is %s', (query, expected) => {
  expect(errorOfCallback(`https://a.example/callback?${query}`)).toBe(expected);
});
