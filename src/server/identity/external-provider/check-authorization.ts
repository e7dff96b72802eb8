/** Checks whether the provider accepts the sign-in request of a page: client id, redirect address, scopes and PKCE. */
import { createHash, randomBytes } from 'node:crypto';
import { isLoginRequiredError } from '../../../contract/login-required.ts';
import type { Finding } from '../../database/maintenance/check-data.ts';
import { reasonOfFailure, requestTimeoutMs } from './provider-requests.ts';

export interface AuthorizationCheckOptions {
  readonly authorizationUrl: string;
  readonly clientId: string;
  readonly scope: string;
  readonly resource: string | undefined;
  readonly audienceParameter: string | undefined;
}

const what = 'request';

/** `origin`: the origin of the page. Sends a request with `prompt=none`, for which the provider shows no page. */
export async function checkAuthorization(origin: string, options: AuthorizationCheckOptions): Promise<Finding> {
  const redirectUri = `${origin}/callback`;
  try {
    const response = await fetch(authorizationRequest(redirectUri, options), {
      redirect: 'manual',
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    await response.body?.cancel();
    return findingOf(response, redirectUri, options);
  } catch (error) {
    return { what, verdict: 'wrong', detail: reasonOfFailure(options.authorizationUrl, error) };
  }
}

function authorizationRequest(redirectUri: string, options: AuthorizationCheckOptions): URL {
  const { authorizationUrl, clientId, scope, resource, audienceParameter } = options;
  const url = new URL(authorizationUrl);
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    state: 'check-sign-in',
    nonce: randomBytes(16).toString('hex'),
    prompt: 'none',
    code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
    code_challenge_method: 'S256',
    ...(resource !== undefined && { resource }),
    ...(audienceParameter !== undefined && { audience: audienceParameter }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

function findingOf(response: Response, redirectUri: string, { clientId, scope }: AuthorizationCheckOptions): Finding {
  const location = response.headers.get('location') ?? '';
  if (location.startsWith(`${redirectUri}?`)) {
    const { searchParams: answer } = new URL(location);
    const error = answer.get('error') ?? '';
    if (isLoginRequiredError(error)) return { what, verdict: 'ok', detail: `accepted from ${redirectUri}` };
    const detail = `refused with ${error} ${answer.get('error_description') ?? ''}: check the scopes "${scope}"`;
    return { what, verdict: 'wrong', detail };
  }
  if (response.status >= 400) {
    const detail = `refused with status ${response.status}: check the client id ${clientId} and the redirect address ${redirectUri}`;
    return { what, verdict: 'wrong', detail };
  }
  return { what, verdict: 'skipped', detail: `the answer does not say whether ${redirectUri} is accepted` };
}
