/** The description of an API call. The server, the web app and the OpenAPI document use the same description. */
import * as z from 'zod/mini';
import type { ViewAction } from '../domain/audit.ts';
import type { ProblemCode } from './problem.ts';

/**
 * Who may call an endpoint: a user with an access token as bearer, or a `device` with a device key as bearer.
 * `manager`: a user who is manager or administrator of at least one scope. `administrator`: of at least one scope, or
 * of everything.
 */
export type EndpointAccess = Right['access'];

/**
 * What of the home a call is about. The server refuses every other call, which `authorization-matrix.test.ts` checks for
 * each call and each kind of caller.
 * - `caller`: only the account, the session or the requests of the caller.
 * - `scopes`: what is in the scopes in which the caller has the role.
 * - `named`: what the request names. The response is 404 for what the caller may not see, as for what does not exist,
 *   and 403 for what the caller may see without having the role there.
 */
type Right =
  | {
      readonly access: 'public' | 'administrator-of-everything' | 'device';
      readonly reach?: undefined;
      readonly wallBoards?: undefined;
    }
  | {
      readonly access: 'manager' | 'administrator';
      readonly reach: 'caller' | 'scopes' | 'named';
      readonly wallBoards?: undefined;
    }
  | {
      readonly access: 'user';
      readonly reach: 'caller' | 'scopes' | 'named';
      /** Wall boards may make the call too, about their ward. Undefined: they get 403. */
      readonly wallBoards?: WallBoardAccess | undefined;
    };

/** Which wall boards may make a call. `answer`: only those on which alerts can be answered. */
export type WallBoardAccess = 'read' | 'answer';

export type Endpoint = Right & Call;

interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to the API base address. `{name}` is a path parameter. */
  readonly path: string;
  readonly summary: string;
  /** The audit log records that the caller has seen data of this kind, at most once an hour. */
  readonly view?: ViewAction;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  readonly response: z.ZodMiniType;
  /** `fhir`: the response is a FHIR resource, and so is the body of a refusal (OperationOutcome). */
  readonly format?: 'fhir';
  /**
   * The schema of the member `current` in a 409 response: the stored object, when another user has changed it since the
   * caller read it.
   */
  readonly conflict?: z.ZodMiniType;
  /**
   * For a change: a caller who sends an `Idempotency-Key` can query the outcome when the response is lost (see
   * change-outcome.ts). `secret`: the body of the response is not stored, because it is shown only once.
   */
  readonly outcome?: 'kept' | 'secret';
  /**
   * The response is a text of one of these content types instead of JSON, such as a file. `items`: the schema of the
   * JSON in each line or event.
   */
  readonly textAnswer?: {
    readonly contentTypes: readonly string[];
    readonly description: string;
    readonly items?: z.ZodMiniType;
  };
  /**
   * Besides JSON the endpoint accepts JSON lines (NDJSON), and responds with one line to each. The schemas are those of
   * a line.
   */
  readonly lines?: { readonly body: z.ZodMiniType; readonly answer: z.ZodMiniType };
  /** Whether the problem body also has the members of the response when items of a list are refused (422). */
  readonly hasResultsWhenRefused?: boolean;
  /** Problem codes beyond those that follow from the access, the parameters and the body. */
  readonly refusals?: readonly ProblemCode[];
  /** How long a caller should wait for the response. Default: 10 s. */
  readonly timeLimitMs?: number;
}

/** Returns the address of a call with its path parameters and query. Throws when a path parameter is missing. */
export function requestPathOf(
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

/** Every list has the form `{items: [...]}` (API-2). */
export function listSchemaOf<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item) });
}
