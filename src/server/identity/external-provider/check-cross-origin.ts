/** Checks whether pages may call the endpoints of a provider (CORS). */
import type { Finding } from '../../database/maintenance/check-data.ts';
import { reasonOfFailure, requestTimeoutMs } from './provider-requests.ts';

/** `origin`: the origin of the page. `urls`: the discovery document and the token endpoint. */
export async function checkCrossOrigin(
  origin: string,
  clientId: string,
  urls: readonly [discovery: string, token: string],
): Promise<Finding> {
  const [discoveryUrl, tokenUrl] = urls;
  // Some providers allow only the origins of the client that the request names. The code is invalid on purpose.
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: `${origin}/callback`,
    code: 'check-sign-in',
    code_verifier: 'check-sign-in'.repeat(4),
  });
  const results = await Promise.all([
    isAllowed(origin, discoveryUrl),
    isAllowed(origin, tokenUrl, { method: 'POST', body }),
  ]);
  const refused = urls.filter((_url, index) => results[index] !== true);
  const failure = results.find((result) => typeof result === 'string');
  if (refused.length === 0) return { what: 'CORS', verdict: 'ok', detail: `${origin} may call the provider` };
  return {
    what: 'CORS',
    verdict: 'wrong',
    detail:
      failure ??
      `a page of ${origin} may not call ${refused.join(' and ')}: add the origin to the web origins of the client`,
  };
}

/** Returns the response, or the reason as a text if there is none. */
async function isAllowed(origin: string, url: string, init: RequestInit = {}): Promise<boolean | string> {
  if (new URL(url).origin === origin) return true;
  try {
    const response = await fetch(url, { ...init, headers: { origin }, signal: AbortSignal.timeout(requestTimeoutMs) });
    await response.body?.cancel();
    return ['*', origin].includes(response.headers.get('access-control-allow-origin') ?? '');
  } catch (error) {
    return reasonOfFailure(url, error);
  }
}
