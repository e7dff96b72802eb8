/** The calls with which staff answer alerts, pause those of a room and start a drill. */
import * as z from 'zod/mini';
import { isKnownStatusCode } from '../../domain/room-status.ts';
import { AnswerRequest, ListedAlert, PauseRequest, ResolveRequest, ShownPause, WithdrawRequest } from './alerts.ts';
import { type Endpoint, listSchemaOf } from '../endpoint.ts';
import { Uuid } from '../uuid.ts';

const byId = z.object({ id: Uuid });

export const alertEndpoints = {
  listAlerts: {
    method: 'GET',
    path: '/alerts',
    access: 'user',
    reach: 'named',
    wallBoards: 'read',
    summary: 'The open alerts of a ward or a location, the oldest first; the filter takes the uuid of either',
    query: z.object({ locationUUID: Uuid }),
    response: listSchemaOf(ListedAlert),
  },
  acknowledgeAlert: {
    method: 'POST',
    path: '/alerts/{id}/acknowledge',
    access: 'user',
    reach: 'named',
    wallBoards: 'answer',
    summary:
      'You are on the way, also for the other alerts of the room with the same or a lower priority. The alert is raised again unless it is resolved within three minutes. 409 when it was raised again after what `seen` says',
    params: byId,
    body: AnswerRequest,
    response: ListedAlert,
    conflict: ListedAlert,
  },
  withdrawAlert: {
    method: 'POST',
    path: '/alerts/{id}/withdraw',
    access: 'user',
    reach: 'named',
    wallBoards: 'answer',
    summary: 'You cannot go after all. The alert is raised again at once, with those that you acknowledged with it',
    params: byId,
    body: WithdrawRequest,
    response: ListedAlert,
    conflict: ListedAlert,
  },
  attendAlert: {
    method: 'POST',
    path: '/alerts/{id}/attend',
    access: 'user',
    reach: 'named',
    wallBoards: 'answer',
    summary:
      'You are in the room, also for its other alerts of the same or a lower priority. 409 when it was raised again after what `seen` says',
    params: byId,
    body: AnswerRequest,
    response: ListedAlert,
    conflict: ListedAlert,
  },
  resolveAlert: {
    method: 'POST',
    path: '/alerts/{id}/resolve',
    access: 'user',
    reach: 'named',
    wallBoards: 'answer',
    summary:
      'The alert is over: how it ended, whether somebody was in the room, and an optional note. The resolution `test` is for drills. 409 when it was raised again after what `seen` says',
    params: byId,
    body: ResolveRequest,
    response: ListedAlert,
    conflict: ListedAlert,
  },
  pauseRoom: {
    method: 'POST',
    path: '/streams/{id}/pause',
    access: 'user',
    reach: 'named',
    summary: 'Staff care for the resident: the room raises no new alerts for some minutes, 15 by default',
    params: byId,
    body: PauseRequest,
    response: z.object({ pause: z.nullable(ShownPause) }),
  },
  resumeRoom: {
    method: 'POST',
    path: '/streams/{id}/resume',
    access: 'user',
    reach: 'named',
    summary: 'Ends the pause of a room',
    params: byId,
    response: z.object({ pause: z.nullable(ShownPause) }),
  },
  startDrill: {
    method: 'POST',
    path: '/streams/{id}/drill',
    access: 'manager',
    reach: 'named',
    summary: 'A drill: an alert that is marked as a test, by default of a fall. For managers and administrators',
    params: byId,
    body: z.strictObject({ status: z.optional(z.int().check(z.refine(isKnownStatusCode, 'is not a room status'))) }),
    response: z.null(),
  },
} as const satisfies Record<string, Endpoint>;
