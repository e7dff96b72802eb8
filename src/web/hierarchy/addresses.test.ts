import { describe, expect, it } from 'vitest';
import { clientAddress, locationAddress, placeOfPath, wardAddress } from './addresses.ts';

describe('addresses of the hierarchy', () => {
  it('[ROUTE-4] [ROUTE-5] [ROUTE-6] name every level above', () => {
    expect(clientAddress('c')).toBe('/client/c');
    expect(locationAddress('c', 'l')).toBe('/client/c/location/l');
    expect(wardAddress('c', 'l', 'w')).toBe('/client/c/location/l/ward/w');
  });

  it('[AUTH-3] give back the place they were made of', () => {
    expect(placeOfPath('/')).toEqual({});
    expect(placeOfPath(clientAddress('c'))).toEqual({ clientUuid: 'c' });
    expect(placeOfPath(locationAddress('c', 'l'))).toEqual({ clientUuid: 'c', locationUuid: 'l' });
    expect(placeOfPath(wardAddress('c', 'l', 'w/1'))).toEqual({ clientUuid: 'c', locationUuid: 'l', wardUuid: 'w/1' });
  });

  it('are at no place outside the hierarchy', () => {
    expect(placeOfPath('/login')).toEqual({});
    expect(placeOfPath('/client/c/elsewhere')).toEqual({});
  });
});
