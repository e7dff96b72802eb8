/** The description of an API call. The server, the web app and the OpenAPI document use the same description. */
import type * as z from 'zod/mini';

export type Access = 'public' | 'user' | 'device';

export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** Relative to the API base address. `{name}` is a path parameter. */
  readonly path: string;
  /** Who may call: `user` with an access token as bearer, `device` with a device key as bearer. */
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  readonly response: z.ZodMiniType;
}

/** The address of a call with its path parameters and query. Throws when a path parameter is missing. */
export function addressOf(
  endpoint: Endpoint,
  values: { params?: Readonly<Record<string, string>>; query?: Readonly<Record<string, string>> } = {},
): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.params?.[name];
    if (value === undefined) throw new Error(`${endpoint.path} needs the path parameter ${name}`);
    return encodeURIComponent(value);
  });
  const query = Object.entries(values.query ?? {})
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  return query === '' ? path : `${path}?${query}`;
}
