import { expect, test } from 'vitest';
import { createLocalTime } from './local-time.ts';

test('times are those of the location, with the day if that is not today there', () => {
  const { time, minute, day, dayTime, isForeign } = createLocalTime('Asia/Kolkata', 'en');
  const instant = Date.UTC(2026, 4, 12, 20, 5, 9);
  expect([time(instant), minute(instant), day(instant)]).toEqual(['01:35:09', '01:35', '13 May']);
  expect(dayTime(instant)).toBe('13 May, 01:35:09');
  expect(dayTime(Date.now())).toBe(time(Date.now()));
  expect(isForeign).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone !== 'Asia/Kolkata');
});

test('each of the two hours of a clock change has its time, and the day stays the same', () => {
  const { time, day } = createLocalTime('Europe/Brussels', 'fr');
  const instants = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((iso) => Date.parse(iso));
  expect(instants.map(time)).toEqual(['02:30:00', '02:30:00']);
  expect(instants.map(day)).toEqual(['25 oct.', '25 oct.']);
});

test('with a zone that the browser does not know, the times are those of the browser', () => {
  const instant = Date.UTC(2026, 4, 12, 20, 5, 9);
  const own = createLocalTime(new Intl.DateTimeFormat().resolvedOptions().timeZone, 'en');
  const unknown = createLocalTime('Mars/Olympus', 'en');
  expect([unknown.timeZone, unknown.isForeign, unknown.time(instant)]).toEqual([
    own.timeZone,
    false,
    own.time(instant),
  ]);
});
