import { phoneEndpoints } from '../../contract/phones/phones.ts';
import type { LanguageCode } from '../../domain/language.ts';
import type { ApiClient } from '../api/api-client.tsx';
import { ApiError } from '../api/api-error.ts';
import { findSubscription, forgetSubscription, phoneRequestOf } from './this-phone.ts';

/**
 * Tells the server the present subscription and language of this browser, when the app is opened by the user who has
 * set up the phone. Another user ends the subscription, so that a shared phone shows no alerts of the former user.
 */
export async function keepPhone({ call }: Pick<ApiClient, 'call'>, language: LanguageCode): Promise<void> {
  const subscription = await findSubscription();
  if (subscription === undefined) return;
  try {
    await call(phoneEndpoints.renewPhone, { body: phoneRequestOf(subscription, language) });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    await forgetSubscription();
  }
}
