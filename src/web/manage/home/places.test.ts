import { expect, it } from 'vitest';
import { type ManagedPlace, placeOptions, placeText, type Places } from './places.ts';

function place(level: ManagedPlace['level'], uuid: string, parentUUID: string | null, canChange = true): ManagedPlace {
  const counts = { roomCount: 0, inactiveCount: 0, alertCount: 0, technicalCount: 0 };
  return { level, uuid, displayName: uuid, alias: null, parentUUID, version: '', canChange, ...counts };
}

function placesOf(...all: readonly ManagedPlace[]): Places {
  return {
    byUuid: new Map(all.map((one) => [one.uuid, one])),
    childrenOf: (uuid) => all.filter(({ parentUUID }) => parentUUID === uuid),
  };
}

const anker = [
  place('client', 'Anker Care', null, false),
  place('location', 'Harbour House', 'Anker Care'),
  place('ward', 'Ward 1', 'Harbour House'),
];

it('the only client is not named before its places, and two clients are', () => {
  expect(placeText(placesOf(...anker), 'Ward 1')).toBe('Harbour House / Ward 1');
  expect(placeText(placesOf(...anker), 'Anker Care')).toBe('Anker Care');
  const two = placesOf(...anker, place('client', 'Boje Care', null));
  expect(placeText(two, 'Ward 1')).toBe('Anker Care / Harbour House / Ward 1');
});

it('a form offers the places that the user may change, each before those below it', () => {
  const two = placesOf(place('client', 'Boje Care', null), ...anker);
  const labelsOf = (...levels: ManagedPlace['level'][]) => placeOptions(two, levels).map(({ label }) => label);
  expect(labelsOf('client', 'location', 'ward')).toEqual([
    'Boje Care',
    'Anker Care / Harbour House',
    'Anker Care / Harbour House / Ward 1',
  ]);
  expect(labelsOf('ward')).toEqual(['Anker Care / Harbour House / Ward 1']);
});

it('the form of a ward offers its present location, also to a manager of the ward alone', () => {
  const harbour = [place('location', 'Harbour House', null, false), place('ward', 'Ward 1', 'Harbour House')];
  const places = placesOf(...harbour, place('location', 'Lake House', null), place('location', 'Mill House', null));
  const labelsOf = (present?: string) => placeOptions(places, ['location'], present).map(({ label }) => label);
  expect(labelsOf('Harbour House')).toEqual(['Harbour House', 'Lake House', 'Mill House']);
  expect(labelsOf()).toEqual(['Lake House', 'Mill House']);
});
