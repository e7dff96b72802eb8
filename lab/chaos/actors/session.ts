/** A nurse's session, as the browser keeps it: signed in by the form, renewed before its token expires. */
import { renew, signIn, tokensOf, type Tokens } from '../../../tests/support/identity/sign-in.ts';
import { nurse } from './home.ts';

export interface Session {
  /** A token that is still valid. */
  accessToken(): Promise<string>;
  /** Another one than that which was refused. */
  replaceToken(refused: string): Promise<string>;
}

const renewBeforeMs = 60_000;

/** `monotonic`: milliseconds that never jump. */
export async function openSession(url: string, monotonic: () => number): Promise<Session> {
  let tokens: Tokens = await signIn(url, nurse.username, nurse.password);
  let renewAt = monotonic() + tokens.expiresInSeconds * 1000 - renewBeforeMs;
  let renewing: Promise<string> | undefined;

  async function renewNow(): Promise<string> {
    try {
      tokens = await tokensOf(await renew(url, tokens.refreshToken));
      renewAt = monotonic() + tokens.expiresInSeconds * 1000 - renewBeforeMs;
      return tokens.accessToken;
    } finally {
      renewing = undefined;
    }
  }

  const renewOnce = (): Promise<string> => (renewing ??= renewNow());
  return {
    accessToken: async () => (monotonic() < renewAt ? tokens.accessToken : renewOnce()),
    replaceToken: async (refused) => (refused === tokens.accessToken ? renewOnce() : tokens.accessToken),
  };
}
