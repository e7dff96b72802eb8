import type { ShownAlert } from '../../domain/alerts/shown-alert.ts';
import type { Translate } from '../language/translate.ts';
import { statusOfCode } from '../../domain/room-status.ts';

/** The name of an alert, such as "Fall detected". A drill is marked as one. */
export function formatAlertName({ status, isTest, isFault }: ShownAlert, t: Translate): string {
  const name = t(`status.${statusOfCode(status).name}`);
  if (isFault) return t('alerts.faulty_of', { name });
  return isTest ? t('alerts.test_of', { name }) : name;
}

/**
 * Who is answering the alert, or that nobody answered in time. Undefined: the alert was raised a moment ago, and nobody
 * has answered yet.
 */
export function describeAlertAnswer(
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

/**
 * The text of a sensor fault: that its status raises no alert, how often the status was reported since, and who knows
 * of the fault.
 */
function faultText(reportCount: number, name: string | undefined, t: Translate): string {
  const count = reportCount > 0 ? `${reportCount}×` : undefined;
  return [t('alerts.no_alarm'), count, name].filter((text) => text !== undefined).join(' · ');
}
