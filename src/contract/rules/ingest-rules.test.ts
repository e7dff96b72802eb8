import { expect, test } from 'vitest';
import { ingestRulesOf } from '../../domain/ingest/ingest-rules.ts';
import { IngestRulesJson, ingestRulesOfStream, shownRulesOfStream } from './ingest-rules.ts';

test('stored ingest rules are converted from seconds to milliseconds and take precedence over the rules of the stream type', () => {
  const stored =
    '{"debounceSeconds":{"man_down":1.5,"out_of_bed":0},"dedupeWindowSeconds":30,"offlineAfterSeconds":300}';
  expect(ingestRulesOfStream('bed-sensor', stored)).toEqual({
    debounceMs: { man_down: 1_500, out_of_bed: 0, not_in_bed: 2_000 },
    dedupeWindowMs: 30_000,
    offlineAfterMs: 300_000,
  });
  expect(ingestRulesOfStream('camera', '{"offlineAfterSeconds":null}').offlineAfterMs).toBeNull();
});

test.each([null, '{}', '{"offlineAfterSeconds":1}', '{"ruleOfANewerVersion":1}', 'no JSON'])(
  'stored ingest rules that are missing, empty or invalid are replaced by the rules of the stream type: %s',
  (stored) => {
    expect(ingestRulesOfStream('bed-sensor', stored)).toEqual(ingestRulesOf('bed-sensor'));
  },
);

test.each([
  [{ debounceSeconds: { man_down: 300 } }, true],
  [{ debounceSeconds: { man_down: 301 } }, false],
  [{ debounceSeconds: { flying: 1 } }, false],
  [{ dedupeWindowSeconds: 3_600 }, true],
  [{ dedupeWindowSeconds: 3_601 }, false],
  [{ offlineAfterSeconds: 10 }, true],
  [{ offlineAfterSeconds: 9 }, false],
  [{ offlineAfterSeconds: 86_401 }, false],
])('a file with the ingest rules %o is accepted: %s', (rules, isAccepted) => {
  expect(IngestRulesJson.safeParse(rules).success).toBe(isAccepted);
});

test('a board shows how late a fall is alerted, which is its debounce time and the delay of its alert', () => {
  const stored = '{"debounceSeconds":{"man_down":300,"in_bed":5},"alerts":{"man_down":{"after":30}}}';
  expect(shownRulesOfStream(stored)).toEqual([{ status: 1, priority: 'high', afterSeconds: 330, between: null }]);
});
