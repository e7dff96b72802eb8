import { expect, test } from 'vitest';
import { ingestRulesOf } from '../domain/ingest/ingest-rules.ts';
import { IngestRulesJson, ingestRulesOfStream } from './ingest-rules.ts';

test('stored ingest rules are converted from seconds to milliseconds and take precedence over the rules of the stream type', () => {
  const stored = '{"holdOff":{"man_down":1.5,"out_of_bed":0},"repeatWithin":30,"silentAfter":300}';
  expect(ingestRulesOfStream('bed-sensor', stored)).toEqual({
    debounceMs: { man_down: 1_500, out_of_bed: 0, not_in_bed: 2_000 },
    dedupeWindowMs: 30_000,
    offlineAfterMs: 300_000,
  });
  expect(ingestRulesOfStream('camera', '{"silentAfter":null}').offlineAfterMs).toBeNull();
});

test.each([null, '{}', '{"silentAfter":1}', '{"ruleOfANewerVersion":1}', 'no JSON'])(
  'stored ingest rules that are missing, empty or invalid are replaced by the rules of the stream type: %s',
  (stored) => {
    expect(ingestRulesOfStream('bed-sensor', stored)).toEqual(ingestRulesOf('bed-sensor'));
  },
);

test.each([
  [{ holdOff: { man_down: 300 } }, true],
  [{ holdOff: { man_down: 301 } }, false],
  [{ holdOff: { flying: 1 } }, false],
  [{ repeatWithin: 3_600 }, true],
  [{ repeatWithin: 3_601 }, false],
  [{ silentAfter: 10 }, true],
  [{ silentAfter: 9 }, false],
  [{ silentAfter: 86_401 }, false],
])('a file with the ingest rules %o is accepted: %s', (rules, isAccepted) => {
  expect(IngestRulesJson.safeParse(rules).success).toBe(isAccepted);
});
