/** The calls of the first set-up: the first administrator, the rooms, and the first report of a device. */
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { TimeZone } from '../time-zone.ts';
import { Uuid } from '../uuid.ts';
import { DisplayName, NewPassword, Username } from '../fields.ts';

const SetupCode = z.string().check(z.minLength(1), z.maxLength(100));

/** Why a setup code is refused: the `reason` of the problem body. */
export const setupCodeRefusals = ['wrong-code', 'expired-code', 'used-code'] as const;

/** The maximum number of rooms of the first ward. No ward has more. */
export const maxSetUpRooms = 200;

/** The progress of the set-up. Null: that step is not done. */
export const SetUpState = z.object({
  home: z.nullable(
    z.object({
      clientUUID: Uuid,
      locationUUID: Uuid,
      wardUUID: Uuid,
      displayName: z.string(),
      wardName: z.string(),
      roomCount: z.int(),
    }),
  ),
  hasDeviceKey: z.boolean(),
  /** The newest report of any room. */
  newestReport: z.nullable(
    z.object({ streamUUID: Uuid, displayName: z.string(), roomStatus: z.int(), at: z.iso.datetime() }),
  ),
});

export const setUpEndpoints = {
  checkSetupCode: {
    method: 'POST',
    path: '/setup/code',
    access: 'public',
    summary: 'Whether the code that the start of the server prints is valid, and what its holder does with it',
    body: z.strictObject({ code: SetupCode }),
    response: z.object({ next: z.enum(['create-account', 'sign-in']) }),
    refusals: ['forbidden', 'too-many-requests'],
  },
  createFirstAccount: {
    method: 'POST',
    path: '/setup/account',
    access: 'public',
    summary: 'Creates the account of the first administrator at the embedded identity provider. The code is used up',
    body: z.strictObject({ code: SetupCode, username: Username, displayName: DisplayName, password: NewPassword }),
    response: z.object({ username: z.string() }),
    refusals: ['forbidden', 'too-many-requests'],
  },
  becomeAdministrator: {
    method: 'POST',
    path: '/setup/administrator',
    access: 'user',
    reach: 'caller',
    outcome: 'kept',
    summary: 'Makes you the first administrator, for the users of an external identity provider. The code is used up',
    body: z.strictObject({ code: SetupCode }),
    response: z.null(),
    refusals: ['forbidden', 'too-many-requests'],
  },
  getSetUp: {
    method: 'GET',
    path: '/setup',
    access: 'administrator-of-everything',
    summary: 'How far the first set-up is, and the newest report. For administrators of everything',
    response: SetUpState,
  },
  createFirstHome: {
    method: 'POST',
    path: '/setup/home',
    access: 'administrator-of-everything',
    outcome: 'kept',
    summary: 'Creates the first home with one ward and its rooms. For administrators of everything',
    body: z.strictObject({
      displayName: DisplayName,
      wardName: DisplayName,
      /** The time zone of the home. Absent: that of the server. */
      timeZone: z.optional(TimeZone),
      rooms: z.array(DisplayName).check(z.minLength(1), z.maxLength(maxSetUpRooms)),
    }),
    response: SetUpState,
  },
} as const satisfies Record<string, Endpoint>;
