/** A stream state, rules and messages for tests of the ingest rules. */
import { ingest } from '../../src/domain/ingest/ingest.ts';
import { ingestRulesOf } from '../../src/domain/ingest/ingest-rules.ts';
import type { IngestState } from '../../src/domain/ingest/ingest-state.ts';
import type { IncomingReport } from '../../src/domain/ingest/incoming.ts';

export const now = Date.UTC(2026, 0, 15, 3, 11, 40);
/** The default rules of a camera, plus a debounce of 5 s for "out of bed". */
const rules = ingestRulesOf('camera', { debounceMs: { out_of_bed: 5_000 } });
export const [fall, outOfBed, inBed, bathroom] = [1, 3, 5, 6] as const;
const streamUUID = '00000004-0000-4000-8000-000000000001';

/** The state of a stream whose device has never sent anything. */
export const fresh: IngestState = {
  roomStatus: -1,
  lastNotification: null,
  lastNotificationSent: null,
  revision: 0,
  reportedAt: null,
  seenAt: null,
  statusBeforeOffline: null,
  offlineSources: {},
  statusSource: null,
  pending: null,
  discarded: {},
};

type ReportChange = Partial<Omit<IncomingReport, 'kind' | 'status' | 'streamUUID'>>;

/** Ingests a report. Returns the new state, the effect and the log. By default the report has the time of receipt. */
export function report(state: IngestState, status: number, receivedAt = now, change: ReportChange = {}) {
  const incoming = { at: receivedAt, notification: true, id: null, debounceMs: null, ...change };
  const result = ingest(state, { kind: 'report', streamUUID, status, ...incoming }, rules, receivedAt);
  return { ...result, effect: result.log.findLast(({ by }) => by === 'sender')?.effect };
}

export function heartbeat(state: IngestState, receivedAt: number): IngestState {
  return ingest(state, { kind: 'heartbeat', streamUUID }, rules, receivedAt).state;
}

/** Ingests the message of a broker that the connection of the device has ended. */
export function disconnect(state: IngestState, receivedAt: number): IngestState {
  return ingest(state, { kind: 'offline', streamUUID }, rules, receivedAt).state;
}

export function expireDebounce(state: IngestState, time: number): IngestState {
  return ingest(state, { kind: 'debounce-expiry', streamUUID }, rules, time).state;
}

export function checkOffline(state: IngestState, time: number, listeningSince = 0, ownRules = rules): IngestState {
  return ingest(state, { kind: 'offline-check', streamUUID, listeningSince }, ownRules, time).state;
}
