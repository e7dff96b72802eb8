import { expect, test } from 'vitest';
import type { Home } from '../home-file/home.ts';
import { readYamlHome } from '../home-file/format/read-yaml.ts';
import { matchHome } from '../home-file/import/match-home.ts';
import { describeImpact, findImpact, type HomeReferences } from './home-impact.ts';
import { differenceOfHomes } from './import-preview.ts';

const uuid = (last: string) => `00000000-0000-4000-8000-00000000000${last}`;
const [harbour, hill, wardX, wardY, one, two] = [uuid('1'), uuid('2'), uuid('3'), uuid('4'), uuid('5'), uuid('6')];

const x = (...rooms: readonly string[]) => `{ displayName: Ward X, uuid: ${wardX}, streams: [${rooms.join(', ')}] }`;
const y = `{ displayName: Ward Y, uuid: ${wardY}, streams: [{ displayName: Room 3, uuid: ${uuid('7')}, alias: room-3 }] }`;
const room1 = `{ displayName: Room 1, uuid: ${one}, alias: room-1 }`;
const room2 = `{ displayName: Room 2, uuid: ${two}, alias: room-2 }`;

function home(inHarbour: readonly string[], inHill: readonly string[]): Home {
  const text = `clients: [{ displayName: Anker, uuid: ${uuid('0')}, locations: [
    { displayName: Harbour, uuid: ${harbour}, alias: harbour, wards: [${inHarbour.join(', ')}] },
    { displayName: Hill, uuid: ${hill}, alias: hill, wards: [${inHill.join(', ')}] }] }]`;
  return matchHome(readYamlHome(text), [], []).map(({ node }) => node);
}

const before = home([x(room1, room2), y], []);
const location = (place: string) => ({ kind: 'location', uuid: place }) as const;
const ward = (place: string) => ({ kind: 'ward', uuid: place }) as const;
const references = {
  keys: [
    { name: 'gateway', scope: location(harbour) },
    { name: 'ward', scope: ward(wardX) },
    { name: 'all', scope: { kind: 'everything' } as const },
  ],
  rights: [
    { group: 'night', role: 'ward-nurse' as const, scope: location(harbour) },
    { group: 'care', role: 'manager' as const, scope: { kind: 'client', uuid: uuid('0') } as const },
  ],
  connections: [
    { name: 'mats', location: 'harbour', rooms: [{ room: 'room-1' }, { room: 'room-3' }, { room: 'unknown' }] },
    { name: 'cameras', location: harbour, rooms: [{ room: 'room-2' }] },
  ],
};

const impactOf = (from: Home, to: Home, used: HomeReferences) =>
  findImpact(differenceOfHomes(from, to), used).map(describeImpact);

test('an unchanged home file breaks no alias, key, group or connection', () => {
  expect(impactOf(before, before, references)).toEqual([]);
});

test('a ward that moves to another location breaks aliases, and the keys, groups and connections of its location', () => {
  expect(impactOf(before, home([y], [x(room1, room2)]), references)).toEqual([
    'alias harbour/room-1: Room 1 is now hill/room-1',
    'alias harbour/room-2: Room 2 is now hill/room-2',
    'device key "gateway": loses Room 1, Room 2',
    'group night, ward-nurse: loses Room 1, Room 2',
    'equipment connection mats: harbour/room-1',
    `equipment connection cameras: ${harbour}/room-2`,
  ]);
});

test('the impact of removing a room contains its connection and not the device key of its ward', () => {
  expect(impactOf(before, home([x(room2), y], []), references)).toEqual(['equipment connection mats: harbour/room-1']);
});
