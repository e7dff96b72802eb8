/** All calls of the API (specification, section 7). */
import * as z from 'zod/mini';
import { isKnownStatusCode } from '../domain/room-status.ts';
import { roles } from '../domain/user.ts';
import type { Endpoint } from './endpoint.ts';
import { AnswerAlert, ListedAlert, PauseRequest, ResolveAlert, ShownPause } from './alerts.ts';
import { boardEndpoints } from './boards.ts';
import { Client, ItemsOf, Location, StreamList, Ward } from './entities.ts';
import { unknownRoomAlertEndpoints } from './unknown-room-alerts.ts';
import { Uuid, UuidList } from './uuid.ts';
import { Heartbeat, maxReportsPerCall, Report, ReportAnswer } from './reports.ts';

const byId = z.object({ id: Uuid });

export const endpoints = {
  listClients: {
    method: 'GET',
    path: '/clients',
    access: 'user',
    summary: 'The clients you may see',
    response: ItemsOf(Client),
  },
  getClient: {
    method: 'GET',
    path: '/clients/{id}',
    access: 'user',
    summary: 'One client',
    params: byId,
    response: Client,
  },
  listLocations: {
    method: 'GET',
    path: '/locations',
    access: 'user',
    summary: 'The locations of a client',
    query: z.object({ clientUUID: Uuid }),
    response: ItemsOf(Location),
  },
  getLocation: {
    method: 'GET',
    path: '/locations/{id}',
    access: 'user',
    summary: 'One location',
    params: byId,
    response: Location,
  },
  listWards: {
    method: 'GET',
    path: '/wards',
    access: 'user',
    summary: 'The wards of a location',
    query: z.object({ locationUUID: Uuid }),
    response: ItemsOf(Ward),
  },
  getWard: {
    method: 'GET',
    path: '/wards/{id}',
    access: 'user',
    summary: 'One ward',
    params: byId,
    response: Ward,
  },
  listStreams: {
    method: 'GET',
    path: '/streams',
    access: 'user',
    summary: 'The streams of a ward or a location; the filter takes the uuid of either',
    query: z.object({ locationUUID: Uuid }),
    response: StreamList,
  },
  streamEvents: {
    method: 'GET',
    path: '/streams/events',
    access: 'user',
    summary:
      'Live updates of a ward, or of several with their uuids separated by commas: server-sent events named roomStatus and alert, each with a JSON list of rooms',
    query: z.object({ wardUUID: UuidList }),
    response: z.string(),
  },
  listAlerts: {
    method: 'GET',
    path: '/alerts',
    access: 'user',
    summary: 'The open alerts of a ward or a location, the oldest first; the filter takes the uuid of either',
    query: z.object({ locationUUID: Uuid }),
    response: ItemsOf(ListedAlert),
  },
  acknowledgeAlert: {
    method: 'POST',
    path: '/alerts/{id}/acknowledge',
    access: 'user',
    summary:
      'You are on the way, also for the other alerts of the room with the same or a lower priority. The alert is raised again unless it is resolved within three minutes. 409 when it was raised again after what `seen` says',
    params: byId,
    body: AnswerAlert,
    response: ListedAlert,
  },
  withdrawAlert: {
    method: 'POST',
    path: '/alerts/{id}/withdraw',
    access: 'user',
    summary: 'You cannot go after all. The alert is raised again at once, with those that you acknowledged with it',
    params: byId,
    response: ListedAlert,
  },
  attendAlert: {
    method: 'POST',
    path: '/alerts/{id}/attend',
    access: 'user',
    summary:
      'You are in the room, also for its other alerts of the same or a lower priority. 409 when it was raised again after what `seen` says',
    params: byId,
    body: AnswerAlert,
    response: ListedAlert,
  },
  resolveAlert: {
    method: 'POST',
    path: '/alerts/{id}/resolve',
    access: 'user',
    summary:
      'The alert is over: how it ended, whether somebody was in the room, and an optional note. The resolution `test` is for drills. 409 when it was raised again after what `seen` says',
    params: byId,
    body: ResolveAlert,
    response: ListedAlert,
  },
  pauseRoom: {
    method: 'POST',
    path: '/streams/{id}/pause',
    access: 'user',
    summary: 'Staff care for the resident: the room raises no new alerts for some minutes, 15 by default',
    params: byId,
    body: PauseRequest,
    response: z.object({ pause: z.nullable(ShownPause) }),
  },
  resumeRoom: {
    method: 'POST',
    path: '/streams/{id}/resume',
    access: 'user',
    summary: 'Ends the pause of a room',
    params: byId,
    response: z.object({ pause: z.nullable(ShownPause) }),
  },
  startDrill: {
    method: 'POST',
    path: '/streams/{id}/drill',
    access: 'manager',
    summary: 'A drill: an alert that is marked as a test, by default of a fall. For managers and administrators',
    params: byId,
    body: z.strictObject({ status: z.optional(z.int().check(z.refine(isKnownStatusCode, 'is not a room status'))) }),
    response: z.null(),
  },
  ...boardEndpoints,
  ...unknownRoomAlertEndpoints,
  getUserRole: {
    method: 'GET',
    path: '/user/role',
    access: 'user',
    summary: 'Your roles, and whether you are a ward nurse',
    response: z.object({
      isWardNurse: z.boolean(),
      roles: z.array(z.enum(roles)),
    }),
  },
  logout: {
    method: 'POST',
    path: '/logout',
    access: 'user',
    summary: 'Signs out: the server no longer accepts the access token or any other token of its session',
    response: z.null(),
  },
  sendReports: {
    method: 'POST',
    path: '/reports',
    access: 'device',
    summary: 'Status reports of devices, one or a list',
    body: z.union([z.array(Report).check(z.minLength(1), z.maxLength(maxReportsPerCall)), Report]),
    response: ReportAnswer,
  },
  sendHeartbeat: {
    method: 'POST',
    path: '/heartbeat',
    access: 'device',
    summary: 'Heartbeats of devices that are online and have no new status, one or a list',
    body: z.union([z.array(Heartbeat).check(z.minLength(1), z.maxLength(maxReportsPerCall)), Heartbeat]),
    response: ReportAnswer,
  },
  sendToConnection: {
    method: 'POST',
    path: '/equipment/{connection}',
    access: 'device',
    summary: 'A message in the own format of a product, for a connection of the equipment file',
    params: z.object({ connection: z.string().check(z.maxLength(64)) }),
    body: z.unknown(),
    response: ReportAnswer,
  },
} as const satisfies Record<string, Endpoint>;
