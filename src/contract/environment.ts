/** The environments of the web app, which it selects by its own origin (ENV-1), and how the server sends them. */
import * as z from 'zod/mini';

export const Environment = z.object({
  name: z.enum(['local', 'development', 'staging', 'production']),
  /** Origins of the pages of this environment, such as `https://rooms.example.org`. */
  origins: z.array(z.string()),
  /** The base address of the API, absolute or relative to the page's origin. */
  apiBaseUrl: z.string(),
  /** OpenID Connect issuer. */
  issuer: z.string(),
  clientId: z.string(),
  /** Sent as `resource` (RFC 8707); empty: not sent. */
  audience: z.string(),
  /** Shown on the login button. */
  providerName: z.string(),
});

/** The default name of the embedded provider. Pages show the product's logo beside this name. */
export const embeddedProviderName = 'Room Status ID';

/** The name of the `<meta>` element that contains PageConfig as JSON. */
export const pageConfigMetaName = 'room-status-config';
export const PageConfig = z.object({ environments: z.array(Environment) });

/** The environment of an origin. The fallback is the one named local; undefined: there is none. */
export function environmentOfOrigin(
  environments: readonly z.infer<typeof Environment>[],
  origin: string,
): z.infer<typeof Environment> | undefined {
  return (
    environments.find((environment) => environment.origins.includes(origin)) ??
    environments.find((environment) => environment.name === 'local')
  );
}
