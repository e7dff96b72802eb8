/** The entities that the API returns (specification, section 3; API-7). */
import * as z from 'zod/mini';
import { sourceKinds } from '../../domain/source.ts';
import { ShownAlert, ShownAlertRule, ShownPause } from '../alerts/alerts.ts';
import { listSchemaOf } from '../endpoint.ts';
import { Uuid } from '../uuid.ts';
import { streamStatuses, streamTypes } from '../../domain/stream.ts';

export const Client = z.object({ uuid: Uuid, displayName: z.string() });

export const Location = z.object({ uuid: Uuid, displayName: z.string(), clientUUID: Uuid });

export const Ward = z.object({
  uuid: Uuid,
  displayName: z.string(),
  locationUUID: Uuid,
  /**
   * When staff could last see and hear the ward on a board. Absent: they can now, or no board has shown it in the last
   * day.
   */
  unwatchedSince: z.optional(z.iso.datetime()),
});

const streamState = {
  uuid: Uuid,
  roomStatus: z.int(),
  lastNotification: z.nullable(z.int()),
  lastNotificationSent: z.nullable(z.iso.datetime()),
  revision: z.int().check(z.nonnegative()),
  /** The source of the room that is offline. Absent: no source is offline. */
  offlineSource: z.optional(z.enum(sourceKinds)),
};

export const StreamUpdate = z.object({ ...streamState, quiet: z.optional(z.literal(true)) });

export const Stream = z.object({
  ...streamState,
  displayName: z.string(),
  status: z.enum(streamStatuses),
  type: z.enum(streamTypes),
  wardUUID: Uuid,
  /** Increases with every change of the alerts. */
  alertRevision: z.int().check(z.nonnegative()),
  /** The open alerts. Absent: none. */
  alerts: z.optional(z.readonly(z.array(ShownAlert))),
  /** The pause of the room's alerts. Absent: the alerts are not paused. */
  pause: z.optional(ShownPause),
  /** The alert rules that differ from the defaults. Absent: none. */
  alertRules: z.optional(z.readonly(z.array(ShownAlertRule))),
});

export type Stream = z.infer<typeof Stream>;

export const StreamList = z.extend(listSchemaOf(Stream), {
  /**
   * The time of the last report that was stored. Present only while the server cannot store reports, so that the items
   * may be wrong.
   */
  outdatedSince: z.optional(z.iso.datetime()),
});
