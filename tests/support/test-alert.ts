import type { ShownAlert } from '../../src/domain/alerts/shown-alert.ts';

/** Returns a raised alert of a fall. */
export const testAlert = (uuid: string, change: Partial<ShownAlert> = {}): ShownAlert => ({
  uuid,
  status: 1,
  priority: 'high',
  isTest: false,
  isFault: false,
  state: 'raised',
  by: { kind: 'device' },
  startedAt: '2026-01-15T03:11:38.000Z',
  since: '2026-01-15T03:11:39.000Z',
  dueAt: null,
  raisedAgainCount: 0,
  resolution: null,
  attended: null,
  note: null,
  ...change,
});
