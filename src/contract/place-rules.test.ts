import { expect, test } from 'vitest';
import { IngestRulesJson } from './ingest-rules.ts';
import { effectiveRulesOf, PlaceRulesJson } from './place-rules.ts';

test('a room has the rules of its location, its ward and itself, and the nearest level takes precedence', () => {
  const location = { silentAfter: 300, alerts: { in_bathroom: { after: 1_200 }, out_of_bed: false } } as const;
  const ward = { repeatWithin: 30, alerts: { in_bathroom: { priority: 'high' }, soeb: false } } as const;
  const room = { silentAfter: null, alerts: { out_of_bed: {} } };
  expect(effectiveRulesOf([location, ward, room], 'camera')).toEqual({
    silentAfter: null,
    repeatWithin: 30,
    alerts: { in_bathroom: { priority: 'high' }, soeb: false, out_of_bed: {} },
  });
  expect(effectiveRulesOf([location], 'camera')).toEqual(location);
  expect(effectiveRulesOf([{ holdOff: { soeb: 1 } }, { holdOff: { in_bed: 2 } }], 'camera').holdOff).toEqual({
    soeb: 1,
    in_bed: 2,
  });
});

test('rules for a type of stream apply to that type, before the other rules of their level and after those of a nearer one', () => {
  const location = { silentAfter: 300, types: { radar: { silentAfter: 600, repeatWithin: 5 } } };
  const levels = [location, { repeatWithin: 60 }];
  expect(effectiveRulesOf(levels, 'radar')).toEqual({ silentAfter: 600, repeatWithin: 60 });
  expect(effectiveRulesOf(levels, 'camera')).toEqual({ silentAfter: 300, repeatWithin: 60 });
});

test('rules with a word or a type that is not known are refused', () => {
  const isAccepted = (rules: object) => PlaceRulesJson.safeParse(rules).success;
  expect(isAccepted({ types: { radar: { silentAfter: 60 } } })).toBe(true);
  expect(isAccepted({ types: { lidar: { silentAfter: 60 } } })).toBe(false);
  expect(isAccepted({ silentFor: 60 })).toBe(false);
  expect(isAccepted({ types: { radar: { types: {} } } })).toBe(false);
  expect(IngestRulesJson.safeParse({ types: {} }).success).toBe(false);
});
