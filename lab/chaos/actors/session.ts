/** A nurse's session: signed in by the provider's form, renewed before the access token expires. */
import { renew, signIn, tokensOf, type Tokens } from '../../../tests/support/identity/sign-in.ts';
import { nurse } from '../../shared/home.ts';

export interface Session {
  /** A token that has not expired. */
  accessToken(): Promise<string>;
  /** A new token in place of one that the server refused. */
  replaceToken(refused: string): Promise<string>;
}

const renewBeforeMs = 60_000;

export async function openSession(url: string): Promise<Session> {
  let tokens: Tokens = await signIn(url, nurse.username, nurse.password);
  const renewalTime = () => performance.now() + tokens.expiresInSeconds * 1000 - renewBeforeMs;
  let renewAt = renewalTime();
  let renewal: Promise<string> | undefined;

  async function renewNow(): Promise<string> {
    try {
      tokens = await tokensOf(await renew(url, tokens.refreshToken));
      renewAt = renewalTime();
      return tokens.accessToken;
    } finally {
      renewal = undefined;
    }
  }

  const renewOnce = (): Promise<string> => (renewal ??= renewNow());
  return {
    accessToken: async () => (performance.now() < renewAt ? tokens.accessToken : renewOnce()),
    replaceToken: async (refused) => (refused === tokens.accessToken ? renewOnce() : tokens.accessToken),
  };
}
