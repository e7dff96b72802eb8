/** The environments of the web app. A page uses the environment that lists the page's own origin (ENV-1). */
import * as z from 'zod/mini';
import { _default as withDefault } from 'zod/mini';

/** The default OpenID Connect scopes of a sign-in (AUTH-1). */
export const defaultSignInScope = 'openid email groups';

export const Environment = z.object({
  name: z.enum(['local', 'development', 'staging', 'production']),
  /** Origins of the pages of this environment, such as `https://rooms.example.org`. */
  origins: z.array(z.string()),
  /** The base address of the API, absolute or relative to the page's origin. */
  apiBaseUrl: z.string(),
  /** OpenID Connect issuer. */
  issuer: z.string(),
  clientId: z.string(),
  /** The scopes of a sign-in, separated by spaces. */
  scope: withDefault(z.string(), defaultSignInScope),
  /** The resource indicator of a sign-in (RFC 8707), an absolute URI. */
  resource: z.optional(z.string()),
  /** The parameter `audience` of a sign-in. Auth0 needs it, no standard defines it. */
  audienceParameter: z.optional(z.string()),
  /** The name of the identity provider, shown on the login button. */
  providerName: z.string(),
});

/** The default name of the embedded provider. Pages show the product's logo beside this name. */
export const embeddedProviderName = 'Room Status ID';

/** The name of the `<meta>` element that contains PageConfig as JSON. */
export const pageConfigMetaName = 'room-status-config';
export const PageConfig = z.object({
  environments: z.array(Environment),
  /** Whether the installation has no administrator yet, so that nobody can log in. */
  needsSetUp: z.optional(z.literal(true)),
});

/** Finds the environment that lists the origin, otherwise the one named `local`. Undefined: there is neither. */
export function environmentOfOrigin(
  environments: readonly z.infer<typeof Environment>[],
  origin: string,
): z.infer<typeof Environment> | undefined {
  return (
    environments.find((environment) => environment.origins.includes(origin)) ??
    environments.find((environment) => environment.name === 'local')
  );
}
