/** A nurse's session, signed in by the form of the identity provider. */
import { signIn } from '../../../tests/support/identity/sign-in.ts';
import { nurse } from '../../shared/home.ts';

export type Session = Awaited<ReturnType<typeof openSession>>;

/** Shorter than the ten minutes after which an access token expires. */
const maxTokenAgeMs = 540_000;

export async function openSession(url: string) {
  const newToken = async () => ({
    token: (await signIn(url, nurse.username, nurse.password)).accessToken,
    since: performance.now(),
  });
  let current = await newToken();
  let replacement: Promise<string> | undefined;

  async function replace(): Promise<string> {
    try {
      current = await newToken();
      return current.token;
    } finally {
      replacement = undefined;
    }
  }

  /** A new token in place of one that the server refused or will soon refuse. Concurrent calls share one sign-in. */
  async function replaceToken(old: string): Promise<string> {
    return old === current.token ? (replacement ??= replace()) : current.token;
  }

  return {
    accessToken: async () =>
      performance.now() - current.since < maxTokenAgeMs ? current.token : replaceToken(current.token),
    replaceToken,
  };
}
