/** The session of a nurse who has signed in with the form of the identity provider. */
import { signIn } from '../../../tests/support/identity/sign-in.ts';
import { nurse } from '../../shared/home.ts';

export type Session = Awaited<ReturnType<typeof openSession>>;

/** The interval of renewals. It is shorter than the ten minutes after which an access token expires. */
const renewalIntervalMs = 540_000;

export async function openSession(url: string) {
  const signInAgain = async () => (await signIn(url, nurse.username, nurse.password)).accessToken;
  let token = signInAgain();

  /** Replaces a token. Concurrent calls share one sign-in. If it fails, the old token is kept. */
  async function replaceToken(old: string): Promise<string> {
    const current = token;
    if ((await current) === old && token === current) token = signInAgain().catch(() => old);
    return token;
  }

  await token;
  setInterval(() => void token.then(replaceToken), renewalIntervalMs).unref();
  return { accessToken: () => token, replaceToken };
}
