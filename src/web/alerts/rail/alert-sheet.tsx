import { useRef, useState } from 'react';
import { useTranslation } from '../../language/translation.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { isAlertAnswered, type RoomAlert } from '../../live/open-alerts.ts';
import { useMayAnswer } from '../../live/wall-board.ts';
import { roomAndAlertsOf } from '../answers/alert-answer.ts';
import { useTapGuard } from '../answers/use-tap-guard.ts';
import { AlertEntry, type AlertControls } from './alert-entry.tsx';
import { Button } from '../../ui/button/button.tsx';
import { List } from '../../ui/list/list.tsx';

interface AlertSheetProps extends AlertControls {
  readonly alerts: readonly RoomAlert[];
  readonly onClose: () => void;
}

/**
 * A dialog with all alerts, including technical ones. While the dialog is open the alerts keep their order, and new
 * alerts are added at the end.
 */
export function AlertSheet({ alerts, onClose, ...controls }: AlertSheetProps) {
  const { t } = useTranslation();
  const byUuid = new Map(alerts.map((entry) => [entry.alert.uuid, entry]));
  const [order, setOrder] = useState<ReadonlySet<string>>(new Set());
  const newer = [...byUuid.keys()].filter((uuid) => !order.has(uuid));
  if (newer.length > 0) setOrder(new Set([...order, ...newer]));
  const ordered = [...order].flatMap((uuid) => byUuid.get(uuid) ?? []);
  return (
    <Dialog title={t('alerts.label')} onClose={onClose}>
      {alerts.length === 0 && <p>{t('alerts.none')}</p>}
      {useMayAnswer() && <TechnicalAnswer alerts={alerts} {...controls} />}
      <List>
        {ordered.map((entry, index) => (
          <AlertEntry key={entry.alert.uuid} {...entry} place={`sheet ${index}`} {...controls} />
        ))}
      </List>
    </Dialog>
  );
}

/**
 * A button that answers all technical alerts at once, because a failed switch causes one for each of its cameras. The
 * button stays after the answer, so that the alerts below do not move under a finger.
 */
type TechnicalProps = Pick<AlertSheetProps, 'alerts' | 'answers' | 'answerer' | 'isStale'>;

function TechnicalAnswer({ alerts, answers, answerer, isStale }: TechnicalProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  useTapGuard(button, 'technical');
  const technical = alerts.filter(({ alert }) => alert.priority === 'technical' && !alert.isFault && !alert.isTest);
  const unanswered = technical.filter(({ alert }) => !isAlertAnswered(alert) && !answers.pending.has(alert.uuid));
  const isDisabled = isStale || unanswered.length === 0;
  const give = (): void => {
    if (isDisabled) return;
    const answer = { action: 'acknowledge' } as const;
    answerer.give(...unanswered.map(({ room, alert }) => ({ ...roomAndAlertsOf(room, alert), ...answer })));
  };
  if (technical.length < 2) return null;
  return (
    <Button ref={button} aria-disabled={isDisabled} onClick={give}>
      {`${t('alerts.acknowledge')}: ${t('streams.not_monitored', { count: technical.length })}`}
    </Button>
  );
}
