import type { AlertResolution } from '../../domain/alerts/alert.ts';

/** Maps a resolution of an alert to the key of its text in the group `alerts` of the catalogue. */
export const resolutionKeys = {
  helped: 'resolve',
  'false-alarm': 'false_alarm',
  'resolved-itself': 'ended',
  test: 'test',
  'sensor-faulty': 'faulty',
  repaired: 'repaired',
} as const satisfies Record<AlertResolution, string>;
