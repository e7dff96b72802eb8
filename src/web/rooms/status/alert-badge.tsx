import type { ShownAlert } from '../../../domain/alerts/shown-alert.ts';
import { useTranslation } from '../../language/translation.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { alertAnswerText, alertName } from '../alerts/alert-text.ts';
import { isAnswered } from '../alerts/open-alerts.ts';

interface AlertBadgeProps {
  readonly alert: ShownAlert;
  readonly roomStatus: number;
  readonly className: string | undefined;
}

/** Whether the badge has a text. The room status beside the sign says what happened already. */
export function hasAlertBadge(
  { status, state, raisedAgainCount, isTest, isFault }: ShownAlert,
  roomStatus: number,
): boolean {
  return status !== roomStatus || state !== 'raised' || raisedAgainCount > 0 || isTest || isFault;
}

/** What happened, if the room status is another one by now, and who is going. */
export function AlertBadge({ alert, roomStatus, className }: AlertBadgeProps) {
  const { t } = useTranslation();
  if (!hasAlertBadge(alert, roomStatus)) return null;
  const name = alert.status !== roomStatus || alert.isTest || alert.isFault ? alertName(alert, t) : undefined;
  const texts = [name, alertAnswerText(alert, t)].filter((text) => text !== undefined);
  return (
    <p className={className} data-answered={isAnswered(alert)}>
      {alert.status !== roomStatus && <UiIcon name="warning" />}
      <span>{texts.join(' · ')}</span>
    </p>
  );
}
