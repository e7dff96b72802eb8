/** The calls of the API that pages make (specification, section 7). */
import * as z from 'zod/mini';
import { roles } from '../domain/user.ts';
import { type Endpoint, listSchemaOf } from './endpoint.ts';
import { alertEndpoints } from './alerts/alert-endpoints.ts';
import { boardEndpoints } from './board/boards.ts';
import { Client, Location, StreamList, Ward } from './home/entities.ts';
import {
  AlertEventData,
  alertEventName,
  NoticeEventData,
  noticeEventName,
  RoomStatusEventData,
  roomStatusEventName,
} from './board/live-events.ts';
import { unknownRoomAlertEndpoints } from './alerts/unknown-room-alerts.ts';
import { Uuid, UuidList } from './uuid.ts';

const byId = z.object({ id: Uuid });

export const endpoints = {
  listClients: {
    method: 'GET',
    path: '/clients',
    access: 'user',
    reach: 'scopes',
    summary: 'The clients you may see',
    response: listSchemaOf(Client),
  },
  getClient: {
    method: 'GET',
    path: '/clients/{id}',
    access: 'user',
    reach: 'named',
    summary: 'One client',
    params: byId,
    response: Client,
  },
  listLocations: {
    method: 'GET',
    path: '/locations',
    access: 'user',
    reach: 'named',
    summary: 'The locations of a client',
    query: z.object({ clientUUID: Uuid }),
    response: listSchemaOf(Location),
  },
  getLocation: {
    method: 'GET',
    path: '/locations/{id}',
    access: 'user',
    reach: 'named',
    summary: 'One location',
    params: byId,
    response: Location,
  },
  listWards: {
    method: 'GET',
    path: '/wards',
    access: 'user',
    reach: 'named',
    summary: 'The wards of a location',
    query: z.object({ locationUUID: Uuid }),
    response: listSchemaOf(Ward),
  },
  getWard: {
    method: 'GET',
    path: '/wards/{id}',
    access: 'user',
    reach: 'named',
    summary: 'One ward',
    params: byId,
    response: Ward,
  },
  listStreams: {
    method: 'GET',
    path: '/streams',
    access: 'user',
    reach: 'named',
    wallBoards: 'read',
    summary: 'The streams of a ward or a location; the filter takes the uuid of either',
    query: z.object({ locationUUID: Uuid }),
    response: StreamList,
  },
  streamEvents: {
    method: 'GET',
    path: '/streams/events',
    access: 'user',
    reach: 'named',
    wallBoards: 'read',
    summary:
      'Live updates of a ward, or of several with their uuids separated by commas: server-sent events named roomStatus and alert, each with a JSON list of rooms',
    query: z.object({ wardUUID: UuidList }),
    response: z.string(),
    textAnswer: {
      contentTypes: ['text/event-stream'],
      description: `Server-sent events named ${roomStatusEventName}, ${alertEventName} and ${noticeEventName}. The data of the first two is a JSON list: the new states of rooms, or all open alerts of rooms. That of the third is one ward with all messages about its open alerts, and who is on duty there.`,
      items: z.union([RoomStatusEventData, AlertEventData, NoticeEventData]),
    },
  },
  ...alertEndpoints,
  ...boardEndpoints,
  ...unknownRoomAlertEndpoints,
  getUserRole: {
    method: 'GET',
    path: '/user/role',
    access: 'user',
    reach: 'caller',
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
    reach: 'caller',
    summary: 'Signs out: the server no longer accepts the access token or any other token of its session',
    response: z.null(),
  },
} as const satisfies Record<string, Endpoint>;
