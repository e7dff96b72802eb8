/**
 * Stores sign-ins with the right password until oidc-provider continues them. Then a sign-in stays marked as used
 * until its form expires, because the browser could send the cookie again (decision 125).
 */
import type { Adapter, InteractionResults } from 'oidc-provider';
import * as z from 'zod/mini';

/** The name of the model of sign-ins in oidc-provider. */
export const signInModelName = 'Interaction';

/** The data with which a sign-in continues after the password. */
export const OpenSignIn = z.object({
  /** A random id that is also in the address of the form. */
  uid: z.string(),
  /** The parameters of the authorization request. */
  params: z.record(z.string(), z.unknown()),
  /** The address of oidc-provider that continues the sign-in. */
  returnTo: z.string(),
  /** Epoch milliseconds. */
  expiresAt: z.number(),
});
export type OpenSignIn = z.infer<typeof OpenSignIn>;

export interface FinishedSignIn extends OpenSignIn {
  readonly result: InteractionResults;
}

/** Creates the storage adapter of sign-ins. `adapter`: stores the records of this model. */
export function createSignInAdapter(adapter: Adapter): Adapter {
  return {
    ...adapter,
    // Stores nothing, because the browser keeps a sign-in until its password is right.
    upsert: async () => undefined,
    find: async (id) => {
      const signIn = await adapter.find(id);
      return signIn?.consumed === undefined ? signIn : undefined;
    },
    destroy: (id) => adapter.consume(id),
  };
}

/**
 * Stores a sign-in whose password was right. Returns false when oidc-provider has already continued it. After a double
 * click the sign-in may be stored twice, because the browser follows the second response only.
 */
export async function storeFinishedSignIn(
  adapter: Adapter,
  { uid, expiresAt, ...signIn }: FinishedSignIn,
  now: number,
): Promise<boolean> {
  if ((await adapter.find(uid))?.consumed !== undefined) return false;
  const payload = { ...signIn, kind: signInModelName, iat: Math.floor(now / 1000) };
  await adapter.upsert(uid, payload, Math.ceil((expiresAt - now) / 1000));
  return true;
}
