import { describe, expect, it } from 'vitest';
import type { WardState } from './ward-subscription.ts';
import { connectionOf, isUnreliable } from './ward-connection.ts';

const live: WardState = {
  phase: 'loaded',
  streams: [],
  staleSince: undefined,
  link: 'live',
  linkSince: 5_000,
  listFailingSince: undefined,
  listKeepsFailing: false,
};
const opening: WardState = { ...live, phase: 'loading', streams: undefined, link: 'connecting' };

describe('[LIVE-3] what the top bar says of a ward', () => {
  it.each([
    ['true rooms', live, { kind: 'live' }],
    ['rooms on their way', opening, { kind: 'connecting' }],
    ['a server that has been silent for a while', { ...live, link: 'delayed' }, { kind: 'delayed', since: 5_000 }],
    ['a lost link', { ...opening, link: 'lost' }, { kind: 'lost', since: 5_000 }],
    ['a list that cannot be had', { ...opening, listFailingSince: 4_000 }, { kind: 'lost', since: 4_000 }],
  ] as const)('%s', (_, ward, connection) => {
    expect(connectionOf(ward)).toEqual(connection);
  });

  it.each(['connecting', 'live', 'delayed', 'lost'] as const)(
    'lost for as long as the rooms lie grey, link %s',
    (link) => {
      for (const phase of ['loading', 'loaded'] as const) {
        const ward: WardState = { ...live, phase, link, staleSince: 3_000 };
        expect(connectionOf(ward)).toEqual({ kind: 'lost', since: 3_000 });
        expect(isUnreliable(ward)).toBe(true);
      }
    },
  );
});

describe('[WARD-1] a board that shows no rooms yet', () => {
  it('is loading, also when the list could not be had once', () => {
    expect(isUnreliable(opening)).toBe(false);
    expect(isUnreliable({ ...opening, listFailingSince: 4_000 })).toBe(false);
  });

  it('says so once the link is lost, or the list cannot be had again and again', () => {
    expect(isUnreliable({ ...opening, link: 'lost' })).toBe(true);
    expect(isUnreliable({ ...opening, listFailingSince: 4_000, listKeepsFailing: true })).toBe(true);
  });
});
