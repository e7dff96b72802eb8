import { type CSSProperties, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Room } from '../../../../domain/room.ts';
import { useTranslation } from '../../../language/translation.tsx';
import { UiIcon } from '../../../ui/icons/icons.tsx';
import { useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { AlertDialogs, type ShownDialog } from './alert-dialogs.tsx';
import { AlertEntry } from './alert-entry.tsx';
import { AnswerFailureNotice } from '../answers/answer-failure-notice.tsx';
import { alertsToAnswer, isUnansweredHigh, technicalAlerts, withNewerAlerts } from '../open-alerts.ts';
import { scrollToRoom } from '../scroll-to-room.ts';
import { useAlertAnswers } from '../answers/use-alert-answers.ts';
import { MoreAlerts } from './more-alerts.tsx';
import { railLayout } from './rail-layout.ts';
import { useAlertTitle } from './use-alert-title.ts';
import { useWidthRem } from './use-width-rem.ts';
import styles from './alert-rail.module.css';

export interface AlertRailProps {
  readonly rooms: readonly Room[];
  /** Undefined while it is not known. */
  readonly placeName: string | undefined;
  /** The connection is lost, so nobody knows the present state of the alerts. */
  readonly isStale: boolean;
  /** The dialog of the rail that is open. The number of rooms that are not monitored opens it too. */
  readonly shown: ShownDialog;
  readonly setShown: (shown: ShownDialog) => void;
}

/**
 * The open alerts above the cards. Alerts that do not fit are counted, and a dialog shows all of them. The rail has a
 * fixed height, so that the cards do not move under a finger, unless it needs more for several unanswered alerts of high
 * priority.
 */
export function AlertRail({ rooms, placeName, isStale, shown, setShown }: AlertRailProps) {
  const { t } = useTranslation();
  const rail = useRef<HTMLElement>(null);
  const widthRem = useWidthRem(rail);
  const keptFocus = useKeptFocus(rail);
  const answers = useAlertAnswers(!isStale);
  const current = withNewerAlerts(rooms, answers.newer);
  const alerts = alertsToAnswer(current, answers.held);
  const listed = [...alerts, ...technicalAlerts(current)];
  useAlertTitle(alerts, placeName);
  useEffect(() => answers.queue.dropUnseen(listed.map(({ alert }) => alert)));
  const urgentCount = alerts.filter(({ alert }) => isUnansweredHigh(alert, answers.held)).length;
  const { columns, shownCount, isCompact } = railLayout(widthRem, alerts.length, urgentCount);
  const hidden = alerts.slice(shownCount);
  const showRoom = (roomUuid: string): void => {
    // The dialog gives the focus back when it closes, so it closes before the room gets the focus.
    flushSync(() => setShown('none'));
    scrollToRoom(roomUuid, rail.current);
  };
  const controls = { answers, isStale, showRoom, showOptions: (alertUuid: string) => setShown({ alertUuid }) };
  // A dialog that closes uncovers the buttons below.
  const placeOf = (index: number) => [index, columns, isCompact, shown === 'none'].join(' ');
  return (
    <section
      ref={rail}
      className={styles.rail}
      data-rows={isCompact}
      aria-label={t('alerts.label')}
      tabIndex={-1}
      {...keptFocus}
    >
      {alerts.length > 0 && (
        <ul className={styles.entries} style={columnCount(columns)} data-compact={isCompact}>
          {alerts.slice(0, shownCount).map((entry, index) => (
            <AlertEntry key={entry.alert.uuid} {...entry} place={placeOf(index)} {...controls} />
          ))}
        </ul>
      )}
      {alerts.length === 0 && !isStale && (
        <p className={styles.none}>
          <UiIcon name="check" />
          {t('alerts.none')}
        </p>
      )}
      {hidden.length > 0 && <MoreAlerts hidden={hidden} count={alerts.length} onOpen={() => setShown('all')} />}
      <AlertDialogs alerts={listed} shown={shown} onClose={() => setShown('none')} {...controls} />
      <AnswerFailureNotice answers={answers} />
    </section>
  );
}

function columnCount(columns: number): CSSProperties & Record<'--columns', number> {
  return { '--columns': columns };
}
