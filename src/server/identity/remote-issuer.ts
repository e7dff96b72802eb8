/** An external OpenID Connect provider: finds its keys and its userinfo by discovery, and caches the keys. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod/mini';
import { AppError } from '../shared/app-error.ts';

interface RemoteIssuerOptions {
  readonly issuer: string;
  readonly now: () => number;
  readonly log: { warn(details: object, message: string): void };
}

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url(), userinfo_endpoint: z.optional(z.url()) });
const KeySet = z.custom<JSONWebKeySet>(
  (value) => z.object({ keys: z.array(z.looseObject({})) }).safeParse(value).success,
);
const Claims = z.record(z.string(), z.unknown());

/** Cached keys are loaded again after this time. A withdrawn key is rejected from then on. */
const keyRefreshAfterMs = 10 * 60_000;
/** How long cached keys are trusted while the provider is down: boards must keep working. */
const maxKeyAgeMs = 24 * 60 * 60_000;
/** A token that is signed with an unknown key makes us load the keys, but not more often than this. */
const minLoadIntervalMs = 30_000;

const maxAttempts = 3;
const retryDelayMs = 300;
const requestTimeoutMs = 5_000;

interface CachedKeys {
  readonly discovery: z.infer<typeof Discovery>;
  readonly getKey: JWTVerifyGetKey;
  readonly loadedAt: number;
}

export function createRemoteIssuer({ issuer, now, log }: RemoteIssuerOptions) {
  let cached: CachedKeys | undefined;
  let loading: Promise<CachedKeys> | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;

  async function load(): Promise<CachedKeys> {
    triedAt = now();
    const discovery = Discovery.parse(await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`));
    if (discovery.issuer !== issuer) throw new Error(`the discovery document names the issuer ${discovery.issuer}`);
    const keys = KeySet.parse(await fetchJson(discovery.jwks_uri));
    cached = { discovery, getKey: createLocalJWKSet(keys), loadedAt: now() };
    return cached;
  }

  /** Coalesces concurrent calls into one request. */
  function reload(): Promise<CachedKeys> {
    loading ??= load()
      .catch((error: unknown) => {
        log.warn({ issuer, err: error }, 'the identity provider cannot be reached');
        throw unavailable();
      })
      .finally(() => {
        loading = undefined;
      });
    return loading;
  }

  async function current(): Promise<CachedKeys> {
    const ageMs = cached === undefined ? Number.POSITIVE_INFINITY : now() - cached.loadedAt;
    if (cached === undefined || ageMs > maxKeyAgeMs) return reload();
    // The refresh runs in the background. reload() has logged a failure.
    if (ageMs > keyRefreshAfterMs && now() - triedAt > minLoadIntervalMs) void reload().catch(() => undefined);
    return cached;
  }

  return {
    /** Loads the keys at the start of the server, so that a wrong address is logged then. Never rejects. */
    preload: async () => void (await current().catch(() => undefined)),

    /** Throws AppError `unavailable` when there are no usable keys. */
    keySet: (async (header, token) => {
      const { getKey, loadedAt } = await current();
      try {
        return await getKey(header, token);
      } catch (error) {
        const canReload = now() - Math.max(loadedAt, triedAt) > minLoadIntervalMs;
        if (!(error instanceof errors.JWKSNoMatchingKey) || !canReload) throw error;
        return (await reload()).getKey(header, token);
      }
    }) satisfies JWTVerifyGetKey,

    /** Resolves to undefined when the provider has no userinfo for this token. Throws AppError `unavailable`. */
    readUserInfo: async (token: string) => {
      const { userinfo_endpoint: endpoint } = (await current()).discovery;
      if (endpoint === undefined) return undefined;
      try {
        return Claims.parse(await fetchJson(endpoint, { authorization: `Bearer ${token}` }));
      } catch (error) {
        log.warn({ issuer, err: error }, 'the identity provider did not return the userinfo');
        // 429 is a temporary failure. If it counted as "no groups", all rooms would be hidden until the token expires.
        if (error instanceof StatusError && error.status < 500 && error.status !== 429) return undefined;
        throw unavailable();
      }
    },
  };
}

const unavailable = () => new AppError('unavailable', { detail: 'The sign-in service cannot be reached.' });

class StatusError extends Error {
  readonly status: number;

  constructor(url: string, status: number) {
    super(`${url} answered ${status}`);
    this.status = status;
  }
}

/** Throws StatusError, or the error of fetch when there is no answer. A status below 500 is not retried. */
async function fetchJson(url: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(url, {
        headers: { accept: 'application/json', ...headers },
        // A redirect could send the bearer token to another server.
        redirect: 'error',
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      if (!response.ok) throw new StatusError(url, response.status);
      return await response.json();
    } catch (error) {
      const isFinal = error instanceof StatusError && error.status < 500;
      if (isFinal || attempt === maxAttempts) throw error;
      await sleep(retryDelayMs);
    }
  }
}
