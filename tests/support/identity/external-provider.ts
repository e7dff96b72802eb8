/** Starts an external OpenID Connect provider in its own process, and signs in there. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import * as z from 'zod/mini';
import { createCookieBrowser } from './cookie-browser.ts';
import { authorizationRequest, tokensOf, type Tokens } from './sign-in.ts';

export type ExternalProvider = Awaited<ReturnType<typeof startExternalProvider>>;

interface ExternalProviderOptions {
  /** The roles of each login. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
  /** Origins of the web apps that are registered. */
  readonly webOrigins?: readonly string[];
}

const Started = z.object({ issuer: z.string() });
const clientId = 'care-home-board';
const audience = 'https://care-home.example/rooms';
const rolesClaim = 'roles';
/** No server runs at this address. The test reads the code from the redirect. */
const testOrigin = 'http://127.0.0.1:9';

export async function startExternalProvider(options: ExternalProviderOptions) {
  const origins = [...(options.webOrigins ?? []), testOrigin];
  const settings = {
    clientId,
    audience,
    rolesClaim,
    redirectUris: origins.map((origin) => `${origin}/callback`),
    postLogoutRedirectUris: origins.map((origin) => `${origin}/login`),
    roles: options.roles,
  };
  const child = fork(new URL('external-provider-process.ts', import.meta.url), [JSON.stringify(settings)], {
    // Without the flags of the test runner.
    execArgv: [],
    // The provider prints warnings about its development settings.
    silent: true,
  });
  const errorOutput: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => errorOutput.push(chunk.toString()));
  const started = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the external provider ended with ${code}: ${errorOutput.join('')}`);
    }),
  ]);
  const { issuer } = Started.parse(started[0]);

  return {
    issuer,
    clientId,
    audience,
    rolesClaim,
    /** Submits the provider's own form. Any password is accepted. */
    signIn: (login: string) => signInExternally(issuer, login),
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

async function signInExternally(issuer: string, login: string): Promise<Tokens> {
  const browser = createCookieBrowser();
  const redirectUri = `${testOrigin}/callback`;
  const { query, verifier } = authorizationRequest(clientId, redirectUri);
  let page = await browser.follow(`${issuer}/auth?${query}`);
  for (const fields of [{ prompt: 'login', login, password: 'any' }, { prompt: 'consent' }]) {
    page = await browser.follow(page.url, { method: 'POST', body: new URLSearchParams(fields) });
  }
  const code = new URL(page.response.headers.get('location') ?? issuer).searchParams.get('code') ?? '';
  const body = new URLSearchParams({
    client_id: clientId,
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
  });
  return tokensOf(await fetch(`${issuer}/token`, { method: 'POST', body }));
}
