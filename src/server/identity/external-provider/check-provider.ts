/** Checks what the server and the pages need from an external identity provider, for the operator. */
import * as z from 'zod/mini';
import type { Finding } from '../../database/maintenance/check-data.ts';
import { acceptedAlgorithms, clockToleranceSeconds } from '../access-token/verify-token.ts';
import { type AuthorizationCheckOptions, checkAuthorization } from './check-authorization.ts';
import { checkCrossOrigin } from './check-cross-origin.ts';
import { clockAheadMsOf, discoveryUrl, reasonOfFailure, requestProvider } from './provider-requests.ts';

export interface ProviderCheckOptions extends Omit<AuthorizationCheckOptions, 'authorizationUrl'> {
  readonly issuer: string;
  /** The origins of the pages that use the provider. */
  readonly origins: readonly string[];
  readonly now: () => number;
}

const Discovery = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  end_session_endpoint: z.optional(z.string()),
  scopes_supported: z.optional(z.array(z.string())),
  grant_types_supported: z.optional(z.array(z.string())),
  code_challenge_methods_supported: z.optional(z.array(z.string())),
});
type Discovery = z.infer<typeof Discovery>;

const Keys = z.object({ keys: z.array(z.object({ kty: z.string(), alg: z.optional(z.string()) })) });

/** A finding for each check. After a failed discovery there is only that finding. */
export async function checkProvider(options: ProviderCheckOptions): Promise<readonly Finding[]> {
  const { issuer, now, origins, clientId } = options;
  const scopes = options.scope.split(' ').filter(Boolean);
  const url = discoveryUrl(issuer);
  let discovery: Discovery;
  let clock: Finding;
  try {
    const { text, headers } = await requestProvider(url);
    clock = checkClock(clockAheadMsOf(headers, now()));
    discovery = Discovery.parse(JSON.parse(text));
  } catch (error) {
    const detail = `${reasonOf(url, error)}. Check OIDC_ISSUER and the network path of the server`;
    return [{ what: 'discovery', verdict: 'wrong', detail }];
  }
  const endpoints = [url, discovery.token_endpoint] as const;
  const request = { ...options, authorizationUrl: discovery.authorization_endpoint };
  return [
    { what: 'discovery', verdict: 'ok', detail: url },
    checkIssuer(issuer, discovery),
    await checkKeys(discovery),
    clock,
    ...(await Promise.all(origins.map(async (origin) => checkCrossOrigin(origin, clientId, endpoints)))),
    checkCodeChallenge(discovery),
    checkScopes(scopes, discovery),
    checkRenewal(scopes, discovery),
    checkSignOut(discovery),
    ...(await Promise.all(origins.map(async (origin) => checkAuthorization(origin, request)))),
  ];
}

function checkIssuer(issuer: string, discovery: Discovery): Finding {
  if (discovery.issuer === issuer) return { what: 'issuer', verdict: 'ok', detail: issuer };
  const detail = `the provider names itself ${discovery.issuer}: set OIDC_ISSUER to exactly this text`;
  return { what: 'issuer', verdict: 'wrong', detail };
}

async function checkKeys({ jwks_uri: url }: Discovery): Promise<Finding> {
  const what = 'keys';
  try {
    const { keys } = Keys.parse(JSON.parse((await requestProvider(url)).text));
    const usable = keys.filter(
      ({ kty, alg }) => kty !== 'oct' && (alg === undefined || acceptedAlgorithms.includes(alg)),
    );
    if (usable.length > 0) return { what, verdict: 'ok', detail: `${usable.length} at ${url}` };
    return { what, verdict: 'wrong', detail: `no key for RS, PS, ES or EdDSA at ${url}: choose RS256 at the provider` };
  } catch (error) {
    return { what, verdict: 'wrong', detail: reasonOf(url, error) };
  }
}

function checkClock(aheadMs: number | undefined): Finding {
  const what = 'clock';
  if (aheadMs === undefined) return { what, verdict: 'skipped', detail: 'the answer of the provider has no date' };
  const seconds = Math.round(aheadMs / 1_000);
  const isWrong = Math.abs(seconds) > clockToleranceSeconds;
  const detail = `the provider is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead'}`;
  return isWrong
    ? { what, verdict: 'wrong', detail: `${detail}: correct the clock that is wrong` }
    : { what, verdict: 'ok', detail };
}

function checkCodeChallenge({ code_challenge_methods_supported: methods }: Discovery): Finding {
  const what = 'PKCE';
  if (methods === undefined) return { what, verdict: 'skipped', detail: 'the provider does not list its methods' };
  if (methods.includes('S256')) return { what, verdict: 'ok', detail: 'S256' };
  return { what, verdict: 'wrong', detail: 'the provider does not support S256: turn PKCE on for the client' };
}

function checkScopes(scopes: readonly string[], { scopes_supported: supported }: Discovery): Finding {
  const what = 'scopes';
  const missing = supported === undefined ? [] : scopes.filter((scope) => !supported.includes(scope));
  if (missing.length === 0) return { what, verdict: 'ok', detail: scopes.join(' ') };
  const names = missing.join(' ');
  return {
    what,
    verdict: 'notice',
    detail: `the provider does not list ${names}: add ${names} there, or leave it out of OIDC_SCOPE if the sign-in is refused`,
  };
}

function checkRenewal(scopes: readonly string[], discovery: Discovery): Finding {
  const { grant_types_supported: grants, scopes_supported: supported } = discovery;
  const what = 'renewal';
  if (grants !== undefined && !grants.includes('refresh_token')) {
    return { what, verdict: 'notice', detail: 'no refresh tokens: a board visits the provider before each expiry' };
  }
  if (supported?.includes('offline_access') === true && !scopes.includes('offline_access')) {
    const detail =
      'if boards are often redirected to the provider, add offline_access to OIDC_SCOPE for refresh tokens';
    return { what, verdict: 'notice', detail };
  }
  return { what, verdict: 'ok', detail: 'by refresh tokens' };
}

function checkSignOut({ end_session_endpoint: url }: Discovery): Finding {
  const what = 'log out';
  if (url !== undefined && url !== '') return { what, verdict: 'ok', detail: url };
  return { what, verdict: 'notice', detail: 'no end-session endpoint: the session at the provider stays open' };
}

function reasonOf(url: string, error: unknown): string {
  if (!(error instanceof z.core.$ZodError)) return reasonOfFailure(url, error);
  return `${url} has no valid ${error.issues.map(({ path }) => path.join('.')).join(', ')}`;
}
