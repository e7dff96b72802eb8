/** The calls of the service worker of a phone, which has no access token: a secret of the message or subscription. */
import { timingSafeEqual } from 'node:crypto';
import { phoneEndpoints } from '../../contract/phones/phones.ts';
import type { User } from '../../domain/user.ts';
import type { AnswerAlert } from '../alerts/answer-alert.ts';
import type { ApiServer } from '../http/api-server.ts';
import { requireFound } from '../http/require-found.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import type { FindUsers } from '../identity/find-users.ts';
import { parseGroups } from '../people/accounts/accounts.ts';
import { AppError } from '../shared/app-error.ts';
import { findMessage } from './phone-messages.ts';
import { changePhones, findPhone, findSubscribed, type PhoneRow } from './phone-rows.ts';
import type { PhoneRoutesOptions } from './phone-routes.ts';

interface WorkerRoutesOptions extends Pick<PhoneRoutesOptions, 'database' | 'phones' | 'now'> {
  readonly findUsers: FindUsers;
  readonly answerAlert: AnswerAlert;
}

export function registerWorkerRoutes(api: ApiServer, options: WorkerRoutesOptions): void {
  const { database, now, findUsers, answerAlert, phones } = options;
  const { query } = database;

  /** Finds the message of a token and its phone. Throws AppError `not-found`, also for a phone that was removed. */
  async function requireMessage(token: string) {
    const message = requireFound(await findMessage(query, token, now()));
    return { message, phone: requireFound(await findPhone(query, message.phone_uuid)) };
  }

  async function requireOwner({ subject, display_name: displayName, groups }: PhoneRow): Promise<User> {
    const [owner] = await findUsers([{ subject, displayName, groups: parseGroups(groups) }]);
    return requireFound(owner);
  }

  serveEndpoint(api, phoneEndpoints.confirmPhoneMessage, async ({ body }) => {
    const { message, phone } = await requireMessage(body.token);
    // The time of the sending, so that a message that arrives late confirms no test after it.
    const receivedAt = Math.max(phone.received_at ?? 0, message.sent_at);
    await changePhones(query, [phone.uuid], { received_at: receivedAt });
    return null;
  });

  serveEndpoint(api, phoneEndpoints.answerFromPhone, async ({ body, request }) => {
    const { message, phone } = await requireMessage(body.token);
    const { alert_uuid: uuid, raised_again_count: count, answer_until } = message;
    if (uuid === null || count === null || answer_until <= now()) throw new AppError('not-found');
    const user = await requireOwner(phone);
    const answer = { action: { kind: 'acknowledge' }, seen: { [uuid]: count } } as const;
    const { isRefused, alert } = await answerAlert({ caller: { user }, request, uuid }, answer);
    const by = alert.by.kind === 'user' ? alert.by.displayName : null;
    return { outcome: isRefused ? ('refused' as const) : ('going' as const), by, isOver: alert.state === 'resolved' };
  });

  serveEndpoint(api, phoneEndpoints.movePhone, async ({ body: { former, subscription } }) => {
    const phone = requireFound(await findSubscribed(query, former.endpoint));
    requireFound(isSameSecret(phone.auth, former.keys.auth) || undefined);
    phones.requireEndpoint(subscription);
    const { endpoint, keys } = subscription;
    await changePhones(query, [phone.uuid], { endpoint, ...keys, gone_at: null });
    return null;
  });
}

function isSameSecret(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one, 'base64url'), Buffer.from(other, 'base64url')];
  return left.length === right.length && timingSafeEqual(left, right);
}
