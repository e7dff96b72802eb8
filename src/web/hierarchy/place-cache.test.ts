import { describe, expect, it } from 'vitest';
import { Ward } from '../../contract/entities.ts';
import { readPlaceCache, writePlaceCache } from './place-cache.ts';

const uuid = '00000000-0000-4000-8000-000000000001';
const ward = { uuid, displayName: 'Ward 2 North', locationUUID: uuid };
const key = ['ward', uuid];

function storage(): Pick<Storage, 'getItem' | 'setItem'> {
  const entries = new Map<string, string>();
  return { getItem: (name) => entries.get(name) ?? null, setItem: (name, value) => void entries.set(name, value) };
}

describe('a place that this tab has seen', () => {
  it('is still known after a reload', () => {
    const kept = storage();
    writePlaceCache(kept, key, ward);
    expect(readPlaceCache(kept, key, Ward)).toEqual(ward);
  });

  it('is not known when it was never seen', () => {
    expect(readPlaceCache(storage(), key, Ward)).toBeUndefined();
  });

  it.each(['{', '{"uuid":7}', 'null'])('is not known when what was written down is %s', (text) => {
    const kept = { ...storage(), getItem: () => text };
    expect(readPlaceCache(kept, key, Ward)).toBeUndefined();
  });
});
