/** The form in which every call is written down, once, for server, web and OpenAPI alike. */
import type * as z from 'zod/mini';

export type Access = 'public' | 'user' | 'device';

export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** Below the API base address; `{name}` marks a path parameter. */
  readonly path: string;
  /** Who may call: anybody, a signed-in user (bearer token), a device (its key as bearer). */
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  readonly response: z.ZodMiniType;
}

/** Fills the path parameters and the query of an endpoint: the one place where addresses are spelt. */
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
