import { useQuery } from '@tanstack/react-query';
import { phoneEndpoints } from '../../contract/phones/phones.ts';
import { useApi } from '../api/api-client.tsx';
import { ApiError } from '../api/api-error.ts';
import { useTranslation } from '../language/translation.tsx';
import { findSubscription, type Phone, phoneRequestOf } from './this-phone.ts';

export interface Phones {
  readonly publicKey: string;
  /** This browser. Undefined: it gets no alerts. */
  readonly own: Phone | undefined;
  readonly others: readonly Phone[];
}

/** How often the page asks whether the test has arrived. */
const testIntervalMs = 2_000;

/** Loads the phones of the user. `isTesting`: whether a test is on its way. */
export function usePhones(isTesting: boolean) {
  const { call } = useApi();
  const { language } = useTranslation();

  async function findOwn(signal: AbortSignal): Promise<string | undefined> {
    const subscription = await findSubscription();
    if (subscription === undefined) return undefined;
    try {
      const body = phoneRequestOf(subscription, language);
      return (await call(phoneEndpoints.renewPhone, { body, signal })).uuid;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  }

  return useQuery({
    queryKey: ['phones'],
    refetchInterval: isTesting && testIntervalMs,
    queryFn: async ({ signal }): Promise<Phones> => {
      const uuid = await findOwn(signal);
      const { items, publicKey } = await call(phoneEndpoints.listPhones, { signal });
      const own = items.find((phone) => phone.uuid === uuid);
      return { publicKey, own, others: items.filter((phone) => phone !== own) };
    },
  });
}
