/** A stream is the camera or sensor of a room, with its newest state (specification, section 3). */
import type { ShownAlert, ShownPause } from './alerts/shown-alert.ts';
import type { SourceKind } from './source.ts';

export const streamTypes = ['camera', 'radar', 'bed-sensor', 'other'] as const;

export type StreamType = (typeof streamTypes)[number];

/** INACTIVE streams are not monitored and not shown. */
export const streamStatuses = ['ACTIVE', 'INACTIVE'] as const;

export type StreamStatus = (typeof streamStatuses)[number];

export interface StreamState {
  /** The room status code. A code that is not in the table is stored unchanged and shown as unknown. */
  readonly roomStatus: number;
  /** Status code of the last notification; null: there was none. */
  readonly lastNotification: number | null;
  /** When the last notification happened, ISO 8601 in UTC; null: there was none. */
  readonly lastNotificationSent: string | null;
  /** Increases with every change. Of two states of a stream the one with the higher revision is newer. */
  readonly revision: number;
}

/** A change of one stream. */
export interface StreamUpdate extends StreamState {
  readonly uuid: string;
  /** The source of the room that is offline, if the room is unreachable because of it. */
  readonly offlineSource?: SourceKind | undefined;
  /** The update has no new notification, so the board plays no sound. */
  readonly quiet?: true | undefined;
  /** Increases with every change of the alerts and of the pause. */
  readonly alertRevision: number;
  /** The open alerts. Absent: none. */
  readonly alerts?: readonly ShownAlert[] | undefined;
  /** The pause of the room's alerts. Absent: the alerts are not paused. */
  readonly pause?: ShownPause | undefined;
}
