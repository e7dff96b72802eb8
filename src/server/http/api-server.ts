import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Access } from '../../contract/endpoint.ts';
import type { Scope, User } from '../../domain/user.ts';

/** The ids of an access token and of the session in which it was issued. */
export interface TokenIds {
  readonly tokenId: string;
  /** Undefined when the provider does not name its sessions. */
  readonly sessionId: string | undefined;
}

/** A signed-in user with their access token. */
export interface UserCaller extends TokenIds {
  readonly user: User;
  /** The groups that the token names. The rights of the user come from them. */
  readonly groups: readonly string[];
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** A user who is manager or administrator of a part of the hierarchy, or of everything. */
export interface ManagerCaller extends UserCaller {
  /** The scopes in which the user has the role that the call needs. */
  readonly managed: readonly Scope[];
}

/**
 * Checks the callers of earlier requests again. Returns each one's user with the current rights, or undefined when the
 * token was signed out or its session has ended.
 */
export type RecheckCallers = (callers: readonly UserCaller[]) => Promise<readonly (User | undefined)[]>;

/** A device, or a gateway that reports for several devices. */
export interface DeviceCaller {
  readonly keyId: string;
  readonly keyName: string;
  readonly scope: Scope;
  /** Reports per second that the token bucket of this key admits; null: the default. */
  readonly ratePerSecond: number | null;
}

export interface Callers {
  readonly public: null;
  readonly user: UserCaller;
  readonly manager: ManagerCaller;
  readonly administrator: ManagerCaller;
  readonly device: DeviceCaller;
}

/** What a route needs: the server to register on, and the authentication of its callers. */
export interface ApiServer {
  /** Registered below the API's base address. Routes use the paths of the contract. */
  readonly fastify: FastifyInstance;
  /**
   * Returns the caller that the Authorization header identifies, at once if that is known already. Rejects with AppError
   * `unauthenticated`.
   */
  readonly authenticators: {
    readonly [A in Access]: (
      authorization: string | undefined,
      request: Pick<FastifyRequest, 'clientAddress'>,
    ) => Callers[A] | Promise<Callers[A]>;
  };
}
