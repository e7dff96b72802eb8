/** An external OpenID Connect provider: its keys and its userinfo, found by discovery and kept. */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod/mini';
import { AppError } from '../shared/app-error.ts';
import { FetchError, fetchJson } from './fetch-json.ts';

export interface RemoteIssuer {
  /** Throws AppError `unavailable` as long as the provider was never reached. */
  readonly keySet: JWTVerifyGetKey;
  /** Undefined: the provider has none, or none for this token. Throws AppError `unavailable`. */
  readUserInfo(token: string): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Asks for it before anybody signs in, so that a wrong address is in the log from the start. Never rejects. */
  look(): Promise<void>;
}

export interface RemoteIssuerOptions {
  readonly issuer: string;
  readonly now: () => number;
  readonly log: { warn(details: object, message: string): void };
}

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url(), userinfo_endpoint: z.optional(z.url()) });
const KeySet = z.custom<JSONWebKeySet>(
  (value) => z.object({ keys: z.array(z.looseObject({})) }).safeParse(value).success,
);
const Claims = z.record(z.string(), z.unknown());

/** Known keys are asked for again after this long; a key that was withdrawn is refused from then on. */
const freshForMs = 10 * 60_000;
/** While the provider is away, the keys it had last are trusted: boards must not go dark with it. */
const usableForMs = 24 * 60 * 60_000;
/** A token of an unknown key has the keys fetched anew, but not more often than this. */
const cooldownMs = 30_000;

interface Known {
  readonly discovery: z.infer<typeof Discovery>;
  readonly getKey: JWTVerifyGetKey;
  readonly at: number;
}

export function createRemoteIssuer({ issuer, now, log }: RemoteIssuerOptions): RemoteIssuer {
  let known: Known | undefined;
  let loading: Promise<Known> | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;

  async function load(): Promise<Known> {
    triedAt = now();
    const discovery = Discovery.parse(await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`));
    if (discovery.issuer !== issuer) throw new Error(`it calls itself ${discovery.issuer}`);
    const keys = KeySet.parse(await fetchJson(discovery.jwks_uri));
    known = { discovery, getKey: createLocalJWKSet(keys), at: now() };
    return known;
  }

  /** Calls at the same time share one request. */
  function reload(): Promise<Known> {
    loading ??= load()
      .catch((error: unknown) => {
        log.warn({ issuer, err: error }, 'the identity provider cannot be reached');
        throw new AppError('unavailable', { detail: 'The sign-in service cannot be reached.' });
      })
      .finally(() => {
        loading = undefined;
      });
    return loading;
  }

  async function current(): Promise<Known> {
    const age = known === undefined ? Number.POSITIVE_INFINITY : now() - known.at;
    if (known === undefined || age > usableForMs) return reload();
    // Nobody waits for this one, and a failure has been logged.
    if (age > freshForMs && now() - triedAt > cooldownMs) void reload().catch(() => undefined);
    return known;
  }

  return {
    // A failure has been logged.
    look: () =>
      current().then(
        () => undefined,
        () => undefined,
      ),

    keySet: async (header, token) => {
      const { getKey, at } = await current();
      try {
        return await getKey(header, token);
      } catch (error) {
        const isStale = error instanceof errors.JWKSNoMatchingKey && now() - Math.max(at, triedAt) > cooldownMs;
        if (!isStale) throw error;
        return (await reload()).getKey(header, token);
      }
    },

    readUserInfo: async (token) => {
      const { userinfo_endpoint: endpoint } = (await current()).discovery;
      if (endpoint === undefined) return undefined;
      try {
        return Claims.parse(await fetchJson(endpoint, { authorization: `Bearer ${token}` }));
      } catch (error) {
        log.warn({ issuer, err: error }, 'the identity provider tells nothing about a user');
        // Too much asked for is no answer: without groups the person would see nothing for as long as the token lasts.
        if (error instanceof FetchError && error.status < 500 && error.status !== 429) return undefined;
        throw new AppError('unavailable', { detail: 'The sign-in service cannot be reached.' });
      }
    },
  };
}
