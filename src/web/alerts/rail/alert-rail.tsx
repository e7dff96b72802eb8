import { type CSSProperties, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Room } from '../../../domain/room.ts';
import { useTranslation } from '../../language/translation.tsx';
import { useStore } from '../../shared/create-store.ts';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { AnswerDialog } from '../answers/answer-dialog.tsx';
import { AlertEntry } from './alert-entry.tsx';
import { AlertSheet } from './alert-sheet.tsx';
import { AnswerFailureNotice } from '../answers/answer-failure-notice.tsx';
import {
  selectAlertsToAnswer,
  isUnansweredHigh,
  type RoomAlert,
  selectTechnicalAlerts,
  withNewerAlerts,
} from '../../live/open-alerts.ts';
import { scrollToRoom } from '../scroll-to-room.ts';
import { useAlertAnswers } from '../answers/use-alert-answers.ts';
import { useAnswerer } from '../answers/use-answerer.ts';
import { WhoDialog } from '../answers/who-dialog.tsx';
import { unknownRoomAlertsStore } from '../../live/unknown-room-alerts.ts';
import { MoreAlerts } from './more-alerts.tsx';
import { computeRailLayout, useWidthRem } from './rail-layout.ts';
import { useAlertTitle } from './use-alert-title.ts';
import styles from './alert-rail.module.css';

/** The open dialog: all alerts, the other answers to one alert, or none. */
export type ShownDialog = 'none' | 'all' | RoomAlert;

interface AlertRailProps {
  readonly rooms: readonly Room[];
  /** The name of the place. Undefined while it is not loaded. */
  readonly placeName: string | undefined;
  /** Whether the connection is lost, so that the states of the alerts are not known. */
  readonly isStale: boolean;
  /** The open dialog. The count of rooms that are not monitored opens one too, so the page holds this state. */
  readonly shown: ShownDialog;
  readonly setShown: (shown: ShownDialog) => void;
}

/**
 * The open alerts above the cards. Alerts that do not fit are counted, and a dialog shows all alerts. The height is
 * fixed, so that the cards do not move under a finger, unless several unanswered alerts of high priority need more
 * space.
 */
export function AlertRail({ rooms, placeName, isStale, shown, setShown }: AlertRailProps) {
  const { t } = useTranslation();
  const rail = useRef<HTMLElement>(null);
  const widthRem = useWidthRem(rail);
  const keptFocus = useKeptFocus(rail);
  const answers = useAlertAnswers(!isStale);
  const { answerer, ...who } = useAnswerer(answers.queue);
  const current = withNewerAlerts(rooms, answers.newer);
  const alerts = selectAlertsToAnswer(current, answers.held);
  const listed = [...alerts, ...selectTechnicalAlerts(current)];
  const hasUnknownRooms = useStore(unknownRoomAlertsStore).length > 0;
  useAlertTitle(alerts, placeName);
  useEffect(() => answers.queue.dropUnseen(listed.map(({ alert }) => alert)));
  const urgentCount = alerts.filter(({ alert }) => isUnansweredHigh(alert, answers.held)).length;
  const { columns, shownCount, isCompact } = computeRailLayout(widthRem, alerts.length, urgentCount);
  const hidden = alerts.slice(shownCount);
  const showRoom = (roomUuid: string): void => {
    // Closes the dialog before the room gets the focus, because a closing dialog returns the focus.
    flushSync(() => setShown('none'));
    scrollToRoom(roomUuid, rail.current);
  };
  const controls = { answers, answerer, isStale, showRoom, showOptions: setShown };
  const close = () => setShown('none');
  // The position includes the open dialog, because a dialog that closes uncovers the buttons below it.
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
      {alerts.length === 0 && !isStale && !hasUnknownRooms && (
        <p className={styles.none}>
          <UiIcon name="check" />
          {t('alerts.none')}
        </p>
      )}
      {hidden.length > 0 && <MoreAlerts hidden={hidden} count={alerts.length} onOpen={() => setShown('all')} />}
      {shown === 'all' && <AlertSheet alerts={listed} onClose={close} {...controls} />}
      {typeof shown === 'object' && (
        <AnswerDialog key={shown.alert.uuid} opened={shown} alerts={listed} {...controls} onClose={close} />
      )}
      {who.isAsked && <WhoDialog {...who} />}
      <AnswerFailureNotice answers={answers} />
    </section>
  );
}

function columnCount(columns: number): CSSProperties & Record<'--columns', number> {
  return { '--columns': columns };
}
