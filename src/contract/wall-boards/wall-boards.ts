/**
 * Wall boards: screens that show one ward without the account of a person. A screen is paired as in the OAuth device
 * authorization grant (RFC 8628), with JSON bodies: it shows a user code, and a manager enters it.
 */
import * as z from 'zod/mini';
import { wakeLockStates } from '../../domain/watched-ward.ts';
import { type Endpoint, listSchemaOf } from '../endpoint.ts';
import { DisplayName } from '../fields.ts';
import { Uuid } from '../uuid.ts';

export const deviceCodeGrantType = 'urn:ietf:params:oauth:grant-type:device_code';

/** The errors of the token call while there is no token: the member `error` of the problem body (RFC 8628, section 3.5). */
export const pairingErrors = ['authorization_pending', 'slow_down', 'expired_token'] as const;
export type PairingError = (typeof pairingErrors)[number];

const Time = z.iso.datetime();
const byId = z.object({ id: Uuid });
const SoundCheck = z.nullable(z.object({ at: Time, isHeard: z.boolean() }));

/** A code as a person types it: in any case, with or without the hyphen. */
const UserCode = z.string().check(z.minLength(1), z.maxLength(40));

const WallBoard = z.object({
  id: Uuid,
  name: z.string(),
  wardUUID: Uuid,
  /** The names of the client, the location and the ward. */
  placeNames: z.array(z.string()),
  /** Whether alerts can be answered on the board. */
  mayAnswer: z.boolean(),
  version: z.string(),
  createdAt: Time,
  /** When the board last called the server, to the minute. Null: never. */
  lastSeenAt: z.nullable(Time),
  /** What the board has reported within the last minute. Null: it has not reported. */
  shown: z.nullable(z.object({ isVisible: z.boolean(), isAudible: z.boolean(), wakeLock: z.enum(wakeLockStates) })),
  /** The last answer to its test tone. Null: there is none. */
  soundCheck: SoundCheck,
});

/** What a wall board may show and do. */
export const OwnWallBoard = z.object({
  id: Uuid,
  name: z.string(),
  wardUUID: Uuid,
  wardName: z.string(),
  locationName: z.string(),
  mayAnswer: z.boolean(),
  /** When staff last asked for the test tone. The board plays it once. */
  testToneAt: z.nullable(Time),
  /** The last answer to the test tone that was given elsewhere. */
  soundCheck: SoundCheck,
});

const settings = { name: DisplayName, wardUUID: Uuid, mayAnswer: z.boolean() };

export const wallBoardEndpoints = {
  authorizeWallBoard: {
    method: 'POST',
    path: '/wall-boards/device-authorization',
    access: 'public',
    summary: 'Starts the pairing of a screen (RFC 8628, section 3.1): a code for a manager, and one for the screen',
    body: z.strictObject({}),
    response: z.object({
      device_code: z.string(),
      user_code: z.string(),
      verification_uri: z.string(),
      verification_uri_complete: z.string(),
      /** In seconds. */
      expires_in: z.int(),
      /** The minimum time between two calls for the token, in seconds. */
      interval: z.int(),
    }),
    refusals: ['too-many-requests'],
  },
  getWallBoardToken: {
    method: 'POST',
    path: '/wall-boards/token',
    access: 'public',
    summary:
      'The access token of a paired screen (RFC 8628, section 3.4). Until there is one, the member `error` of the problem is authorization_pending, slow_down or expired_token',
    body: z.strictObject({
      grant_type: z.literal(deviceCodeGrantType),
      device_code: z.string().check(z.maxLength(100)),
    }),
    response: z.object({ access_token: z.string(), token_type: z.literal('Bearer') }),
    refusals: ['no-token-yet'],
  },
  getOwnWallBoard: {
    method: 'GET',
    path: '/wall-boards/own',
    access: 'user',
    reach: 'caller',
    wallBoards: 'read',
    summary: 'The wall board that makes the call. Null: the caller is a person',
    response: z.nullable(OwnWallBoard),
  },
  listUncheckedWallBoards: {
    method: 'GET',
    path: '/wall-boards/unchecked',
    access: 'user',
    reach: 'named',
    summary: 'The wall boards of a ward that are on and whose test tone nobody has heard in the present shift',
    query: z.object({ wardUUID: Uuid }),
    response: listSchemaOf(z.object({ id: Uuid, name: z.string() })),
  },
  playTestTone: {
    method: 'POST',
    path: '/wall-boards/{id}/test-tone',
    access: 'user',
    reach: 'named',
    summary: 'A wall board of a ward that you see plays its test tone within some seconds',
    params: byId,
    response: z.null(),
  },
  answerTestTone: {
    method: 'POST',
    path: '/wall-boards/{id}/sound-check',
    access: 'user',
    reach: 'named',
    summary: 'Whether you hear the test tone of a wall board of a ward that you see',
    params: byId,
    body: z.strictObject({ isHeard: z.boolean() }),
    response: z.null(),
  },
  listWallBoards: {
    method: 'GET',
    path: '/manage/wall-boards',
    access: 'manager',
    reach: 'scopes',
    summary: 'The wall boards of the wards that you manage',
    response: listSchemaOf(WallBoard),
  },
  addWallBoard: {
    method: 'POST',
    path: '/manage/wall-boards',
    access: 'manager',
    reach: 'named',
    outcome: 'kept',
    summary:
      'Makes the screen that shows this code a wall board of a ward. The screen shows the ward some seconds later',
    body: z.strictObject({ userCode: UserCode, ...settings }),
    response: z.object({ id: Uuid }),
    refusals: ['too-many-requests'],
  },
  changeWallBoard: {
    method: 'PATCH',
    path: '/manage/wall-boards/{id}',
    access: 'manager',
    reach: 'named',
    outcome: 'kept',
    summary: 'Changes the name of a wall board, its ward, or whether alerts can be answered on it',
    params: byId,
    body: z.strictObject({ version: z.string().check(z.maxLength(100)), ...settings }),
    response: z.null(),
    conflict: WallBoard,
  },
  removeWallBoard: {
    method: 'DELETE',
    path: '/manage/wall-boards/{id}',
    access: 'manager',
    reach: 'named',
    outcome: 'kept',
    summary: 'Revokes a wall board. Its screen shows nothing of the ward within some seconds',
    params: byId,
    response: z.null(),
  },
} as const satisfies Record<string, Endpoint>;
