import { expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../tests/support/memory-storage.ts';
import { Ward } from '../../contract/home/entities.ts';
import { readSessionCache, writeSessionCache } from './session-cache.ts';

const uuid = '00000000-0000-4000-8000-000000000001';
const ward = { uuid, displayName: 'Ward 2 North', locationUUID: uuid };

test('a cached value is read under its own key, and an invalid value counts as missing', () => {
  const storage = memoryStorage();
  writeSessionCache(storage, 'place:ward:1', ward);
  expect(readSessionCache(storage, 'place:ward:1', Ward)).toEqual(ward);
  expect(readSessionCache(storage, 'place:ward:2', Ward)).toBeUndefined();
  for (const text of ['{', '{"uuid":7}', 'null']) {
    storage.setItem('room-status:place:ward:1', text);
    expect(readSessionCache(storage, 'place:ward:1', Ward)).toBeUndefined();
  }
});

test('writing to a full session storage logs a warning and throws no error', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(() => writeSessionCache(memoryStorage(10), 'place:ward:1', ward)).not.toThrow();
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});
