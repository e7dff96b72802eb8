import { expect, test } from 'vitest';
import { defaultVolume, minAlarmVolume, readVolume, volumeAt, writeVolume } from './volume.ts';

const settings = { day: 0.8, night: 0.3 };

test.each([
  [20, 0.8],
  [21, 0.3],
  [0, 0.3],
  [6, 0.3],
  [7, 0.8],
])('at %i o’clock the volume of a chime and of a medium alert is %f', (hour, volume) => {
  expect(volumeAt(settings, hour)).toBe(volume);
  expect(volumeAt(settings, hour, 'medium')).toBe(volume);
});

test.each(['high', 'technical'] as const)(
  'an alarm of %s priority has its minimum volume if the volume at night is lower, and by day the higher set volume',
  (priority) => {
    expect(volumeAt(settings, 3, priority)).toBe(minAlarmVolume);
    expect(volumeAt(settings, 12, priority)).toBe(0.8);
  },
);

test('the stored volume is read, and a missing, damaged or silent setting gives the default', () => {
  let stored: string | null = null;
  const storage = { getItem: () => stored, setItem: (_key: string, text: string) => void (stored = text) };
  expect(readVolume(storage)).toEqual(defaultVolume);
  writeVolume(storage, settings);
  expect(readVolume(storage)).toEqual(settings);
  for (const wrong of ['', '{', 'null', JSON.stringify({ ...settings, day: 0 })]) {
    stored = wrong;
    expect(readVolume(storage)).toEqual(defaultVolume);
  }
});
