/**
 * Loads and caches the metadata of an external OpenID Connect provider: its discovery document, its keys and its clock.
 */
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod/mini';
import { catch as withFallback } from 'zod/mini';
import { type Reason, reasonOf } from '../../shared/reason.ts';
import { toLogEvent } from '../../shared/recent-events.ts';
import type { WarnLog } from '../../shared/throttled-log.ts';
import { clockToleranceSeconds } from '../access-token/verify-token.ts';
import { clockAheadMsOf, discoveryUrlOf, requestProvider, createUnavailableError } from './provider-requests.ts';

export interface ProviderMetadataOptions {
  readonly issuer: string;
  readonly now: () => number;
  readonly log: WarnLog;
}

/** Some providers publish an empty text for an endpoint that they do not have. */
const OptionalUrl = withFallback(z.optional(z.url({ protocol: /^https?$/ })), undefined);

const Discovery = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  token_endpoint: OptionalUrl,
  userinfo_endpoint: OptionalUrl,
  end_session_endpoint: OptionalUrl,
});
const KeySet = z.custom<JSONWebKeySet>(
  (value) => z.object({ keys: z.array(z.looseObject({})) }).safeParse(value).success,
);

interface Metadata {
  readonly discovery: z.infer<typeof Discovery>;
  readonly getKey: JWTVerifyGetKey;
  /** Problems of a provider that responds, such as a wrong clock, for the operator. */
  readonly warnings: readonly Reason[];
  readonly loadedAt: number;
}

/**
 * Cached metadata is loaded again after this time. From then on a key that the provider has withdrawn is refused.
 */
const refreshAfterMs = 10 * 60_000;
/** The minimum time after a failed load until the next one. */
const refreshRetryMs = 30_000;
/** Cached keys are trusted for this time while the provider is unavailable, so that boards keep working. */
const maxAgeMs = 24 * 60 * 60_000;

export function createProviderMetadata({ issuer, now, log }: ProviderMetadataOptions) {
  let cached: Metadata | undefined;
  let loading: Promise<Metadata> | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  let isUnreachable = false;

  async function load(): Promise<Metadata> {
    triedAt = now();
    const { text, headers } = await requestProvider(discoveryUrlOf(issuer));
    const warnings = clockWarnings(clockAheadMsOf(headers, now()));
    const discovery = Discovery.parse(JSON.parse(text));
    if (discovery.issuer !== issuer) throw new Error(`the discovery document names the issuer ${discovery.issuer}`);
    const keys = KeySet.parse(JSON.parse((await requestProvider(discovery.jwks_uri)).text));
    cached = { discovery, getKey: createLocalJWKSet(keys), warnings, loadedAt: now() };
    isUnreachable = false;
    for (const { reason } of warnings) log.warn({ issuer }, reason);
    return cached;
  }

  /** Loads the metadata. Concurrent calls are coalesced. Throws AppError `unavailable`. */
  function reload(): Promise<Metadata> {
    loading ??= load()
      .catch((error: unknown) => {
        isUnreachable = true;
        log.warn(
          { ...toLogEvent('provider-away', issuer), issuer, err: error },
          'the identity provider cannot be reached',
        );
        throw createUnavailableError();
      })
      .finally(() => {
        loading = undefined;
      });
    return loading;
  }

  function refreshInBackground(): void {
    const isDue = cached === undefined || now() - cached.loadedAt > refreshAfterMs;
    // The error is ignored, because reload() has logged it.
    if (isDue && now() - triedAt > refreshRetryMs) void reload().catch(() => undefined);
  }

  return {
    reload,
    isLoading: () => loading !== undefined,
    /** When the last load started or ended. Minus infinity before the first load. */
    lastLoadAt: () => Math.max(triedAt, cached?.loadedAt ?? triedAt),
    /** Resolves to metadata that is at most a day old. Throws AppError `unavailable`. */
    current: async (): Promise<Metadata> => {
      if (cached === undefined || now() - cached.loadedAt > maxAgeMs) return reload();
      refreshInBackground();
      return cached;
    },
    /** Returns the metadata of the last load at once, and loads it again in the background. */
    lastKnown: (): Metadata | undefined => {
      refreshInBackground();
      return cached;
    },
    /** The warnings of the last load, for the operator. */
    warnings: (): readonly Reason[] => {
      refreshInBackground();
      return isUnreachable ? [reasonOf('provider-away', { issuer })] : (cached?.warnings ?? []);
    },
  };
}

/** Warnings about the clock. `aheadMs`: how far the provider's clock is ahead of this server's. Undefined: unknown. */
function clockWarnings(aheadMs: number | undefined): readonly Reason[] {
  if (aheadMs === undefined || Math.abs(aheadMs) <= clockToleranceSeconds * 1_000) return [];
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  return [reasonOf(aheadMs > 0 ? 'provider-clock-ahead' : 'provider-clock-behind', { seconds })];
}
