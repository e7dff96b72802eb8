/** The environments a page can run in, by its own origin (ENV-1), and how the page is told. */
import * as z from 'zod/mini';

export const Environment = z.object({
  name: z.enum(['local', 'development', 'staging', 'production']),
  /** Origins of pages that belong to this environment, such as `https://rooms.example.org`. */
  origins: z.array(z.string()),
  /** Address the paths of the contract are appended to; relative to the page's origin or absolute. */
  apiBaseUrl: z.string(),
  /** OpenID Connect issuer. */
  issuer: z.string(),
  clientId: z.string(),
  /** Sent as `resource` (RFC 8707) where the provider wants it named; empty: not sent. */
  audience: z.string(),
  /** Shown on the login button. */
  providerName: z.string(),
});

/** The embedded provider, unless the operator chose another name: pages show our own mark beside it. */
export const embeddedProviderName = 'Room Status ID';

/** What the server writes into the page's `<meta>` of this name, as JSON. */
export const pageConfigMetaName = 'room-status-config';
export const PageConfig = z.object({ environments: z.array(Environment) });

/** The environment of a page; an unknown origin falls back to local. */
export function environmentOfOrigin(
  environments: readonly z.infer<typeof Environment>[],
  origin: string,
): z.infer<typeof Environment> | undefined {
  return (
    environments.find((environment) => environment.origins.includes(origin)) ??
    environments.find((environment) => environment.name === 'local')
  );
}
