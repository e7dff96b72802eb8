/** Checks the address of a contact that a manager has entered. */
import * as z from 'zod/mini';
import { AppError } from '../shared/app-error.ts';
import { fieldProblem } from '../shared/reason.ts';
import type { ContactSender } from './contact-sender.ts';
import type { StoredContact } from './contact-store.ts';

const EmailAddress = z.email().check(z.maxLength(254));

/** Returns the address in the form that is stored. Throws AppError `invalid-request`. */
export async function requireAddress(
  { channel, address }: Pick<StoredContact, 'channel' | 'address'>,
  sender: Pick<ContactSender, 'findRefusal'>,
): Promise<string> {
  const text = address.trim();
  if (channel === 'email') {
    if (!EmailAddress.safeParse(text).success) throw refusalOf('email-address');
    return text;
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // A password in a URL would be shown to every manager and could be written to a log.
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw refusalOf('webhook-url');
  }
  const refusal = await sender.findRefusal(url);
  if (refusal !== undefined) throw refusalOf(refusal === 'needs-https' ? 'webhook-https' : 'webhook-host');
  return url.href;
}

function refusalOf(code: 'email-address' | 'webhook-url' | 'webhook-host' | 'webhook-https'): AppError {
  return new AppError('invalid-request', { errors: [fieldProblem('address', code)] });
}
