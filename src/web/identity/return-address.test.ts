import { describe, expect, it } from 'vitest';
import { addressOfLocation, errorOfCallback, returnAddressOfState, safeReturnAddress } from './return-address.ts';

describe('the address after the sign-in', () => {
  it('[ROUTE-9] keeps path, query and hash', () => {
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
  ])('is / instead of an address that could leave this origin: %j', (address) => {
    expect(safeReturnAddress(address)).toBe('/');
  });

  it.each(['/login', '/login?x=1', '/callback?code=1&state=2', '/callback#x'])(
    'is / instead of a page of the sign-in itself: %s',
    (address) => {
      expect(safeReturnAddress(address)).toBe('/');
    },
  );

  it('may begin like a page of the sign-in', () => {
    expect(safeReturnAddress('/logins')).toBe('/logins');
  });

  it('is read from the history entry, or / when there is none', () => {
    expect(returnAddressOfState(null)).toBe('/');
    expect(returnAddressOfState({ returnTo: '/client/1' })).toBe('/client/1');
  });
});

describe('[ROUTE-2] the error in a callback URL', () => {
  it('is the description of the provider, otherwise its code', () => {
    expect(errorOfCallback('https://a.example/callback?error=access_denied&error_description=Not+today')).toBe(
      'Not today',
    );
    expect(errorOfCallback('https://a.example/callback?error=access_denied')).toBe('access_denied');
  });

  it('is undefined after a successful sign-in', () => {
    expect(errorOfCallback('https://a.example/callback?code=1&state=2')).toBeUndefined();
  });
});
