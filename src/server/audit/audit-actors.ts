import { userInfo } from 'node:os';
import type { FastifyRequest } from 'fastify';
import type { UserCaller } from '../http/api-server.ts';
import type { AuditActor, AuditSource } from './record-audit.ts';

/** The part of a user's request that is recorded. */
export type UserRequest = Pick<FastifyRequest, 'clientAddress'>;

/** The actor of a request: the signed-in user who sent it, or a wall board. */
export function actorOfUser(
  { user, wallBoard }: Pick<UserCaller, 'user' | 'wallBoard'>,
  { clientAddress }: UserRequest,
): AuditActor {
  if (wallBoard !== undefined) {
    return { kind: 'wall-board', id: wallBoard.id, name: user.displayName, address: clientAddress };
  }
  return { kind: 'user', id: user.subject, name: user.displayName, address: clientAddress };
}

/** The actor of a command: the person who runs it, by the name in the operating system. */
export function createOperatorActor(): AuditActor {
  const name = osUserName();
  return { kind: 'operator', id: name, name, address: null };
}

export const serverActor: AuditActor = { kind: 'server', id: null, name: null, address: null };

/** The source of a change that the server makes by itself, such as the demo. */
export function createServerSource(): AuditSource {
  return { actor: serverActor, at: Date.now() };
}

/** The user's name in the operating system. A container may run with a user id that has no name. */
function osUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user id ${process.getuid?.() ?? 'unknown'}`;
  }
}
