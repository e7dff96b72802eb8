import type { ShownAlert } from '../../../domain/alerts/shown-alert.ts';
import type { Translate } from '../../language/translate.ts';
import { statusOfCode } from '../../../domain/room-status.ts';

/** What happened, such as "Fall detected". A drill is marked. */
export function alertName({ status, isTest, isFault }: ShownAlert, t: Translate): string {
  const name = t(`status.${statusOfCode(status).name}`);
  if (isFault) return t('alerts.faulty_of', { name });
  return isTest ? t('alerts.test_of', { name }) : name;
}

/** Who answers the alert, or that nobody did in time. Undefined: it was raised and nobody has answered it. */
export function alertAnswerText(
  { state, by, isFault, raisedAgainCount }: ShownAlert,
  t: Translate,
): string | undefined {
  const name = by.kind === 'user' ? (by.displayName ?? t('alerts.colleague')) : undefined;
  if (isFault) return faultText(raisedAgainCount, state === 'raised' ? undefined : name, t);
  if (state === 'raised') return raisedAgainCount > 0 ? t('alerts.raised_again') : undefined;
  if (state === 'resolved') return name === undefined ? t('alerts.ended') : t('alerts.done_by', { name });
  if (name === undefined) return t('alerts.staff_in_room');
  return t(state === 'acknowledged' ? 'alerts.on_the_way' : 'alerts.in_room', { name });
}

/** That the status raises no alert, how often it was reported since then, and who knows of it. */
function faultText(reportCount: number, name: string | undefined, t: Translate): string {
  const count = reportCount > 0 ? `${reportCount}×` : undefined;
  return [t('alerts.no_alarm'), count, name].filter((text) => text !== undefined).join(' · ');
}
