import { deliveryReasons } from '../../domain/notices/delivery.ts';
import type { ManageTranslate } from '../administration/use-texts.ts';

/** Explains why a message to a contact was not accepted. A reason of a newer server is shown as it is. */
export function explainReason(reason: string, t: ManageTranslate): string {
  const known = deliveryReasons.find((one) => one === reason);
  if (known !== undefined) return t(`contacts.reason.${known}`);
  const [protocol, status = ''] = reason.split('-');
  if (protocol === 'http' && status === '410') return t('contacts.reason.gone');
  if (protocol === 'http') return t('contacts.reason.http', { status });
  if (protocol === 'smtp') return t('contacts.reason.smtp', { status });
  return reason;
}
