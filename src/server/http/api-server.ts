/** What a route needs to exist: the web server to register on, and who can tell who is calling. */
import type { FastifyInstance } from 'fastify';
import type { Access } from '../../contract/endpoint.ts';
import type { Scope, User } from '../../domain/user.ts';

/** A signed-in person, and the token that says so. */
export interface UserCaller {
  readonly user: User;
  readonly tokenId: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** A device, or a gateway that speaks for several. */
export interface DeviceCaller {
  readonly keyId: string;
  readonly keyName: string;
  readonly scope: Scope;
  /** Reports a second that are taken from it in the long run; null: the usual number. */
  readonly ratePerSecond: number | null;
}

export interface Callers {
  readonly public: null;
  readonly user: UserCaller;
  readonly device: DeviceCaller;
}

/**
 * For each kind of access: from the Authorization header to the caller.
 * Each throws AppError('unauthenticated') for whatever it does not accept.
 */
export type Authenticators = {
  readonly [A in Access]: (authorization: string | undefined) => Promise<Callers[A]>;
};

export interface ApiServer {
  /** Registered beneath the API's base address: routes are the contract's paths. */
  readonly fastify: FastifyInstance;
  readonly authenticators: Authenticators;
}
