import { expect, test } from 'vitest';
import { IngestRulesJson } from './ingest-rules.ts';
import { effectiveRulesOf, PlaceRulesJson } from './place-rules.ts';

test('a room has the rules of its location, its ward and itself, and the nearest level takes precedence', () => {
  const location = { offlineAfterSeconds: 300, alerts: { in_bathroom: { after: 1_200 }, out_of_bed: false } } as const;
  const ward = { dedupeWindowSeconds: 30, alerts: { in_bathroom: { priority: 'high' }, soeb: false } } as const;
  const room = { offlineAfterSeconds: null, alerts: { out_of_bed: {} } };
  expect(effectiveRulesOf([location, ward, room], 'camera')).toEqual({
    offlineAfterSeconds: null,
    dedupeWindowSeconds: 30,
    alerts: { in_bathroom: { priority: 'high' }, soeb: false, out_of_bed: {} },
  });
  expect(effectiveRulesOf([location], 'camera')).toEqual(location);
  expect(
    effectiveRulesOf([{ debounceSeconds: { soeb: 1 } }, { debounceSeconds: { in_bed: 2 } }], 'camera').debounceSeconds,
  ).toEqual({
    soeb: 1,
    in_bed: 2,
  });
});

test('rules for a type of stream take precedence over the other rules of their level, and rules of a nearer level take precedence over both', () => {
  const location = { offlineAfterSeconds: 300, types: { radar: { offlineAfterSeconds: 600, dedupeWindowSeconds: 5 } } };
  const levels = [location, { dedupeWindowSeconds: 60 }];
  expect(effectiveRulesOf(levels, 'radar')).toEqual({ offlineAfterSeconds: 600, dedupeWindowSeconds: 60 });
  expect(effectiveRulesOf(levels, 'camera')).toEqual({ offlineAfterSeconds: 300, dedupeWindowSeconds: 60 });
});

test('rules with an unknown setting or an unknown type of stream are refused', () => {
  const isAccepted = (rules: object) => PlaceRulesJson.safeParse(rules).success;
  expect(isAccepted({ types: { radar: { offlineAfterSeconds: 60 } } })).toBe(true);
  expect(isAccepted({ types: { lidar: { offlineAfterSeconds: 60 } } })).toBe(false);
  expect(isAccepted({ silentFor: 60 })).toBe(false);
  expect(isAccepted({ types: { radar: { types: {} } } })).toBe(false);
  expect(IngestRulesJson.safeParse({ types: {} }).success).toBe(false);
});
