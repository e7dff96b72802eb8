/** The description of an API call. The server, the web app and the OpenAPI document use the same description. */
import type * as z from 'zod/mini';

export type Access = 'public' | 'user' | 'manager' | 'administrator' | 'device';

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to the API base address. `{name}` is a path parameter. */
  readonly path: string;
  /**
   * Who may call: a person with an access token as bearer, or a `device` with a device key as bearer. `manager`: somebody
   * who is manager or administrator of a part of the hierarchy. `administrator`: of a part or of everything.
   */
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  readonly response: z.ZodMiniType;
  /** What a change returns with 409 as the member `current`, when somebody else was faster: the present state. */
  readonly conflict?: z.ZodMiniType;
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
