import { expect, test } from 'vitest';
import { Version } from '../../contract/version.ts';
import { requireVersion, versionOf } from './object-version.ts';

const room = { displayName: 'Room 1', alias: null, status: 'ACTIVE' };

test('the version of an object depends on each value, and not on the order of the values', () => {
  const version = Version.parse(versionOf(room));
  expect(versionOf({ status: 'ACTIVE', alias: null, displayName: 'Room 1' })).toBe(version);
  expect(versionOf({ ...room, displayName: 'Room 2' })).not.toBe(version);
  expect(versionOf({ ...room, alias: '' })).not.toBe(version);
});

function errorOf(work: () => void): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}

test('a change that names an old version is refused, and the refusal contains the present object', () => {
  const current = { ...room, version: versionOf(room) };
  requireVersion(current, versionOf(room));
  const refused: unknown = errorOf(() => requireVersion(current, 'earlier'));
  expect(refused).toMatchObject({ code: 'conflict', options: { members: { current } } });
});
