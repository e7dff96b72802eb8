/** Pairs screens: a screen shows a code, a manager enters it, and the screen gets its token (RFC 8628). */
import type { Kysely } from 'kysely';
import type { PairingError } from '../../contract/wall-boards/wall-boards.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { createDeviceCode, createUserCode, hashSecret, parseUserCode, tokenOfDeviceCode } from './pairing-codes.ts';

type Query = Pick<Database, 'query'>;

export const pairingSeconds = 600;

/** The maximum number of screens that show a code. Strangers cannot fill the disk with more. */
const maxPairings = 5_000;

export interface NewPairing {
  readonly deviceCode: string;
  readonly userCode: string;
}

/** Stores a new pairing. Undefined: too many screens show a code. */
export async function startPairing({ query }: Query, now: number): Promise<NewPairing | undefined> {
  await query.deleteFrom('wall_board_pairing').where('expires_at', '<=', now).execute();
  const count = query.selectFrom('wall_board_pairing').select(({ fn }) => fn.countAll().as('count'));
  if (Number((await count.executeTakeFirstOrThrow()).count) >= maxPairings) return undefined;
  const pairing = { deviceCode: createDeviceCode(), userCode: createUserCode() };
  await query
    .insertInto('wall_board_pairing')
    .values({
      device_code_hash: hashSecret(pairing.deviceCode),
      user_code: pairing.userCode,
      expires_at: now + pairingSeconds * 1_000,
      wall_board_id: null,
    })
    .execute();
  return pairing;
}

/** Gives the screen its token. Returns why there is none otherwise. */
export async function redeemDeviceCode(
  { query }: Query,
  deviceCode: string,
  now: number,
): Promise<{ readonly token: string } | { readonly error: PairingError }> {
  const pairing = await query
    .selectFrom('wall_board_pairing')
    .select('wall_board_id')
    .where('device_code_hash', '=', hashSecret(deviceCode))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (pairing === undefined) return { error: 'expired_token' };
  if (pairing.wall_board_id === null) return { error: 'authorization_pending' };
  const token = tokenOfDeviceCode(deviceCode);
  await query
    .updateTable('wall_board')
    .set({ token_hash: hashSecret(token) })
    .where('id', '=', pairing.wall_board_id)
    .execute();
  return { token };
}

/** Assigns the screen that shows the code to the board. Returns false when no screen shows it. */
export async function acceptUserCode(
  transaction: Kysely<Schema>,
  { typed, boardId, now }: { readonly typed: string; readonly boardId: string; readonly now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('wall_board_pairing')
    .set({ wall_board_id: boardId })
    .where('user_code', '=', parseUserCode(typed))
    .where('expires_at', '>', now)
    .where('wall_board_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
