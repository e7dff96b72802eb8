import { beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../../tests/support/memory-storage.ts';
import { clearWardCaches, readWardCache, writeWardCache } from './ward-cache.ts';

const known = {
  asOf: 1_000,
  streams: [
    {
      uuid: '11111111-1111-4111-8111-111111111111',
      displayName: '201 Anna',
      wardUUID: '22222222-2222-4222-8222-222222222222',
      type: 'camera' as const,
      status: 'ACTIVE' as const,
      roomStatus: 1,
      lastNotification: 1,
      lastNotificationSent: '2026-01-15T03:11:40.000Z',
      revision: 4,
    },
  ],
};

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

test('what was known of a ward is there again, of another ward nothing is', () => {
  const storage = memoryStorage();
  writeWardCache(storage, 'ward', known);
  expect(readWardCache(storage, 'ward')).toEqual(known);
  expect(readWardCache(storage, 'other')).toBeUndefined();
});

test('what cannot be read is not known, and is thrown away', () => {
  const storage = memoryStorage();
  storage.setItem('room-status:ward:ward', '{"asOf":"tonight"}');
  expect(readWardCache(storage, 'ward')).toBeUndefined();
  expect(storage.getItem('room-status:ward:ward')).toBeNull();
});

test('a full storage is logged and costs the board nothing', () => {
  expect(() => writeWardCache(memoryStorage(10), 'ward', known)).not.toThrow();
  expect(console.warn).toHaveBeenCalled();
});

test('at sign-out every ward is forgotten and nothing else', () => {
  const storage = memoryStorage();
  writeWardCache(storage, 'ward', known);
  storage.setItem('room-status:view', 'list');
  clearWardCaches(storage);
  expect(readWardCache(storage, 'ward')).toBeUndefined();
  expect(storage.getItem('room-status:view')).toBe('list');
});
