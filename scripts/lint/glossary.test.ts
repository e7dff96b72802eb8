import { expect, test } from 'vitest';
import { problemOfName } from './glossary.mjs';

test.each([
  ['mostRetries', 'maxX'],
  ['longestPauseMs', 'maxX'],
  ['usualPort', 'defaultX'],
  ['answerWithinMs', 'xTimeoutMs'],
  ['createDoor', 'ingest'],
  ['run-violence', 'fault'],
  ['adoptSession', 'takeover'],
  ['told', 'publish'],
])('the name %s is refused, with %s as the word to use', (name, instead) => {
  expect(problemOfName(name)).toContain(instead);
});

test.each(['most', 'almostDone', 'readOptions', 'doorbell', 'retold', 'maxRetries', 'applyReport'])(
  'the name %s is accepted',
  (name) => {
    expect(problemOfName(name)).toBeUndefined();
  },
);
