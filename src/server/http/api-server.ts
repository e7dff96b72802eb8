import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EndpointAccess, WallBoardAccess } from '../../contract/endpoint.ts';
import type { ViewAction } from '../../domain/audit.ts';
import type { Scope, User } from '../../domain/user.ts';
import type { ChangeOutcomes } from './change-outcomes/change-outcomes.ts';

/** The ids of an access token and of the session in which it was issued. */
export interface TokenIds {
  readonly tokenId: string;
  /** Undefined when the provider issues no session ids. */
  readonly sessionId: string | undefined;
}

/** A signed-in user with their access token. */
export interface UserCaller extends TokenIds {
  readonly user: User;
  /** The groups that the token names. The rights of the user come from them. */
  readonly groups: readonly string[];
  /** Epoch milliseconds. Infinity: never. */
  readonly expiresAt: number;
  /** Set for a wall board, which has a token of its own and no account. */
  readonly wallBoard?: { readonly id: string };
}

/** A user who is manager or administrator of at least one scope. */
export interface ManagerCaller extends UserCaller {
  /** The scopes in which the user has the role that the endpoint requires. */
  readonly managed: readonly Scope[];
}

/**
 * Checks the callers of open connections again. Returns for each the user with the current rights, or undefined when
 * the token was revoked or its session has ended.
 */
export type RecheckCallers = (callers: readonly UserCaller[]) => Promise<readonly (User | undefined)[]>;

/** A device, or a gateway that reports for several devices. */
export interface DeviceCaller {
  readonly keyId: string;
  readonly keyName: string;
  readonly scope: Scope;
  /** The rate of the key's token bucket in reports per second. Null: the default rate. */
  readonly ratePerSecond: number | null;
  /** The origin of the cell to which the client of the key has moved. Undefined: it is here. */
  readonly movedTo?: string | undefined;
}

export interface CallerOfAccess {
  readonly public: null;
  readonly user: UserCaller;
  readonly manager: ManagerCaller;
  readonly administrator: ManagerCaller;
  readonly 'administrator-of-everything': ManagerCaller;
  readonly device: DeviceCaller;
}

/** What a route needs: the server to register on, and the authentication of its callers. */
export interface ApiServer {
  /** Records in the audit log that the caller has seen data of this kind, at most once an hour. */
  readonly recordView: (caller: UserCaller, request: Pick<FastifyRequest, 'clientAddress'>, action: ViewAction) => void;
  /** Registered below the API's base address. Routes use the paths of the contract. */
  readonly fastify: FastifyInstance;
  /**
   * Returns the caller that the Authorization header identifies: synchronously when the caller is cached, otherwise as
   * a promise. Rejects with AppError `unauthenticated`.
   */
  readonly authenticators: {
    readonly [A in EndpointAccess]: (
      authorization: string | undefined,
      request: Pick<FastifyRequest, 'clientAddress'>,
      /** Which wall boards may make the call. Undefined: none. */
      wallBoards?: WallBoardAccess,
    ) => CallerOfAccess[A] | Promise<CallerOfAccess[A]>;
  };
  /** The stored outcomes of changes, for callers that lost the response. */
  readonly outcomes: ChangeOutcomes;
}
