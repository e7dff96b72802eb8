import { describe, expect, it } from 'vitest';
import { clientAddress, locationAddress, placeOfPath, wardAddress } from './addresses.ts';

describe('the addresses of clients, locations and wards', () => {
  it('[ROUTE-4] [ROUTE-5] [ROUTE-6] contain every level above the page', () => {
    expect(clientAddress('c')).toBe('/client/c');
    expect(locationAddress('c', 'l')).toBe('/client/c/location/l');
    expect(wardAddress('c', 'l', 'w')).toBe('/client/c/location/l/ward/w');
  });

  it('[AUTH-3] can be read back as a place', () => {
    expect(placeOfPath('/')).toEqual({});
    expect(placeOfPath(clientAddress('c'))).toEqual({ clientUuid: 'c' });
    expect(placeOfPath(locationAddress('c', 'l'))).toEqual({ clientUuid: 'c', locationUuid: 'l' });
    expect(placeOfPath(wardAddress('c', 'l', 'w/1'))).toEqual({ clientUuid: 'c', locationUuid: 'l', wardUuid: 'w/1' });
  });

  it('are the only paths that have a place', () => {
    expect(placeOfPath('/login')).toEqual({});
    expect(placeOfPath('/client/c/elsewhere')).toEqual({});
  });
});
