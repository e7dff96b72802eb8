/** Registers the calls of people about their phones, and those of the service workers on them. */
import { createAnswerAlert } from '../alerts/answer-alert.ts';
import type { AlertCallOptions } from '../alerts/change-alerts.ts';
import type { ApiServer } from '../http/api-server.ts';
import { createUserFinder } from '../identity/find-users.ts';
import { type PhoneRoutesOptions, registerPhoneRoutes } from './phone-routes.ts';
import { registerWorkerRoutes } from './worker-routes.ts';

interface PhonesOptions extends PhoneRoutesOptions, Pick<AlertCallOptions, 'bus' | 'metrics'> {
  /** Whether the identity provider is the embedded one. */
  readonly hasOwnAccounts: boolean;
}

export function registerPhones(api: ApiServer, options: PhonesOptions): void {
  const { database, hasOwnAccounts } = options;
  registerPhoneRoutes(api, options);
  registerWorkerRoutes(api, {
    ...options,
    findUsers: createUserFinder(database, hasOwnAccounts),
    answerAlert: createAnswerAlert(options),
  });
}
