import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fresh, now } from '../../../tests/support/ingest-state.ts';
import { ingest } from '../ingest/ingest.ts';
import { ingestRulesOf } from '../ingest/ingest-rules.ts';
import type { IncomingItem } from '../ingest/incoming.ts';
import { type EventReport, statusesByEvent } from './nights/activity.ts';
import { type LoggedReport, statusPeriodsOf, unshownReportsOf } from './status-periods.ts';

const streamUUID = 'room';
const kinds = ['report', 'quiet report', 'heartbeat', 'offline', 'offline-check', 'late report'] as const;

/** `delayMs`: a device without a connection delivers its reports late. */
const messageOf = (maxDelayMs: number) =>
  fc.record({
    kind: fc.constantFrom(...kinds, 'report' as const, 'report' as const),
    status: fc.constantFrom(1, 2, 3, 5, 6, 12),
    afterMs: fc.integer({ min: 1, max: 600_000 }),
    delayMs: fc.integer({ min: 0, max: maxDelayMs }),
  });
const message = messageOf(0);
const delayedMessage = messageOf(540_000);
type Message = typeof message extends fc.Arbitrary<infer T> ? T : never;

function itemOf({ kind, status, delayMs }: Message, time: number): IncomingItem {
  switch (kind) {
    case 'heartbeat':
    case 'offline':
      return { kind, streamUUID };
    case 'offline-check':
      return { kind, streamUUID, listeningSince: 0 };
    default: {
      const at = kind === 'late report' ? time - 3_600_000 : time - delayMs;
      return { kind: 'report', streamUUID, status, at, notification: kind !== 'quiet report', id: null, debounceMs: 0 };
    }
  }
}

/** Sends the messages to a room. Returns its log, and the status of its card after each message. */
function receiveAll(messages: readonly Message[]) {
  let state = fresh;
  let time = now;
  const log: LoggedReport[] = [];
  const cards: { readonly time: number; readonly status: number }[] = [];
  for (const one of messages) {
    time += one.afterMs;
    const result = ingest(state, itemOf(one, time), ingestRulesOf('camera'), time);
    state = result.state;
    log.push(...result.log.map(({ status, at, effect }) => ({ status, at, receivedAt: time, effect })));
    cards.push({ time, status: state.roomStatus });
  }
  return { log, cards, end: time + 1 };
}

const shownOf = (log: readonly LoggedReport[]) => log.filter(({ effect }) => effect === 'applied');

test('for any sequence of messages the band has at each moment the status that the card had', () => {
  fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 40 }), (messages) => {
      const { log, cards, end } = receiveAll(messages);
      const periods = statusPeriodsOf(shownOf(log), fresh.roomStatus, { from: now, to: end });
      for (const { time, status } of cards) {
        expect(periods.findLast(({ from }) => from <= time)?.status).toBe(status);
      }
      expect(periods.at(0)?.from).toBe(now);
      expect(periods.at(-1)?.to).toBe(end);
    }),
  );
});

test('for any sequence of messages each report is in the band or among the reports that were not shown', () => {
  fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 40 }), (messages) => {
      const { log, end } = receiveAll(messages);
      const span = { from: now - 7_200_000, to: end };
      const periods = statusPeriodsOf(shownOf(log), null, span);
      const unshown = unshownReportsOf(log, span);
      for (const entry of log.filter(({ effect }) => effect !== 'duplicate')) {
        const isShown = periods.some(
          ({ status, from, to }) => status === entry.status && from <= entry.at && entry.at <= to,
        );
        const isListed = unshown.some(({ status, at }) => status === entry.status && at === entry.at);
        expect(isShown || isListed).toBe(true);
      }
    }),
  );
});

test('for any sequence of messages, also delayed ones, the night has the statuses of the card in their order', () => {
  fc.assert(
    fc.property(fc.array(delayedMessage, { minLength: 1, maxLength: 40 }), (messages) => {
      const { log, end } = receiveAll(messages);
      const span = { from: now - 7_200_000, to: end };
      const shown: readonly EventReport[] = shownOf(log);
      const [night, band] = [statusesByEvent(shown, null, span, []), statusPeriodsOf(shown, null, span)];
      expect(night.map(({ status }) => status)).toEqual(band.map(({ status }) => status));
    }),
  );
});
