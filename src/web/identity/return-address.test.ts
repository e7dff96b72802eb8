import { describe, expect, it } from 'vitest';
import { addressOfPlace, refusalOfAddress, returnAddressOfState, safeReturnAddress } from './return-address.ts';

describe('the address to go on to after sign-in', () => {
  it('[ROUTE-9] keeps path, query and hash', () => {
    const place = { pathname: '/client/1/location/2/ward/3', search: '?lng=de', hash: '#room-4' };
    expect(safeReturnAddress(addressOfPlace(place))).toBe('/client/1/location/2/ward/3?lng=de#room-4');
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
  ])('never leaves this origin: %j', (address) => {
    expect(safeReturnAddress(address)).toBe('/');
  });

  it.each(['/login', '/login?x=1', '/callback?code=1&state=2', '/callback#x'])(
    'does not go in a circle: %s',
    (address) => {
      expect(safeReturnAddress(address)).toBe('/');
    },
  );

  it('takes an address that only begins like one of the sign-in pages', () => {
    expect(safeReturnAddress('/logins')).toBe('/logins');
  });

  it('is the start when the history entry says nothing', () => {
    expect(returnAddressOfState(null)).toBe('/');
    expect(returnAddressOfState({ returnTo: '/client/1' })).toBe('/client/1');
  });
});

describe('[ROUTE-2] what the provider says against a sign-in', () => {
  it('is its description, else its code', () => {
    expect(refusalOfAddress('https://a.example/callback?error=access_denied&error_description=Not+today')).toBe(
      'Not today',
    );
    expect(refusalOfAddress('https://a.example/callback?error=access_denied')).toBe('access_denied');
  });

  it('is nothing when the sign-in went well', () => {
    expect(refusalOfAddress('https://a.example/callback?code=1&state=2')).toBeUndefined();
  });
});
