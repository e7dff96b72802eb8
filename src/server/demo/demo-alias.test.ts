import { expect, it } from 'vitest';
import { demoAlias, demoRoomAlias } from './demo-alias.ts';
import { demoHome } from './demo-home.ts';

it.each([
  ['Harbour House', 'harbour-house'],
  ['Résidence Églantine', 'residence-eglantine'],
  ['Søbakken', 'sobakken'],
])('%s is %s', (displayName, alias) => {
  expect(demoAlias(displayName)).toBe(alias);
});

it.each([
  ['Room 101 Alma', 'room-101'],
  ['Chambre 2 bis Margaux', 'chambre-2-bis'],
  ['Chambre 2 Hélène', 'chambre-2'],
  ['Chambre Œillet', 'chambre-oeillet'],
  ['Stue Ærø', 'stue-aero'],
])('%s is %s', (displayName, alias) => {
  expect(demoRoomAlias(displayName)).toBe(alias);
});

it('no two places of the demo have the same', () => {
  const locationOf = new Map(demoHome.wards.map(({ uuid, locationUUID }) => [uuid, locationUUID]));
  const rooms = demoHome.rooms.map((room) => `${locationOf.get(room.wardUUID)}/${room.alias}`);
  expect(new Set(rooms).size).toBe(rooms.length);
  const locations = demoHome.locations.map(({ alias }) => alias);
  expect(new Set(locations).size).toBe(locations.length);
  for (const alias of [...locations, ...demoHome.rooms.map((room) => room.alias)]) expect(alias).toMatch(/^[a-z\d-]+$/);
});
