/** A door of which nothing has been heard yet, for tests of its rules. */
import { ingestRulesOf } from '../../src/domain/ingest/ingest-rules.ts';
import type { IngestState } from '../../src/domain/ingest/ingest.ts';

export const now = Date.UTC(2026, 0, 15, 3, 11, 40);
export const rules = ingestRulesOf('camera', { holdOff: { out_of_bed: 5 } });
export const [fall, outOfBed, inBed, bathroom] = [1, 3, 5, 6] as const;

export const fresh: IngestState = {
  roomStatus: -1,
  lastNotification: null,
  lastNotificationSent: null,
  revision: 0,
  reportedAt: null,
  seenAt: null,
  statusBeforeOffline: null,
  pending: null,
};
