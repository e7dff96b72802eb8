import { Link, useParams } from 'react-router';
import { statusOfCode } from '../../../domain/room-status.ts';
import type { ShownAlertRule } from '../../../domain/alerts/shown-rule.ts';
import type { Room } from '../../../domain/room.ts';
import { isManager, useMe } from '../../api/me.ts';
import { handoverPathOf, roomHistoryPathOf, walkTestPathOf, wardHistoryPathOf } from '../../home/lists/addresses.ts';
import { useTranslation } from '../../language/translation.tsx';
import { Button } from '../../ui/button/button.tsx';
import buttonStyles from '../../ui/button.module.css';
import choiceStyles from '../../ui/choices.module.css';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { PageNotice } from '../../ui/notice/page-notice.tsx';
import { formatMinutes, formatSeconds } from '../../ui/time/time-format.ts';
import { FailureNotice } from '../../live/sending/failure-notice.tsx';
import { useRoomTexts } from '../../live/use-room-texts.ts';
import { PauseControls, type RoomAction, type RoomControlsProps } from './pause-controls.tsx';
import styles from './room-options.module.css';
import { type RoomCall, useRoomCalls } from './use-room-calls.ts';

interface RoomOptionsProps {
  readonly rooms: readonly Room[];
  /** The uuid of the room whose options are shown. Undefined: none are shown. */
  readonly roomUuid: string | undefined;
  readonly onClose: () => void;
  /** Whether the connection is lost, so that the state of the room is not known. */
  readonly isStale: boolean;
}

/**
 * The options of a room as a dialog. A pending call continues when the dialog is closed; the page shows its failure.
 */
export function RoomOptions({ rooms, roomUuid, onClose, isStale }: RoomOptionsProps) {
  const { t } = useTranslation();
  const calls = useRoomCalls(onClose);
  const room = rooms.find(({ uuid }) => uuid === roomUuid);
  const { call, isPending, closeFailure } = calls;
  const failure = useFailureText(call);
  if (room === undefined) {
    return (
      failure !== undefined && (
        <FailureNotice isUnsent onClose={closeFailure}>
          {failure}
        </FailureNotice>
      )
    );
  }
  const controls = {
    room,
    isDisabled: isStale || isPending,
    onAction: (action: RoomAction) => calls.start(room, action),
  };
  const close = (): void => {
    closeFailure();
    onClose();
  };
  return (
    <Dialog title={room.displayName} onClose={close}>
      <p className={styles.state} role="status">
        {isStale && t('alerts.offline')}
        {!isStale && isPending && t(call?.state === 'sending' ? 'alerts.sending' : 'alerts.unsent')}
      </p>
      {failure !== undefined && (
        <PageNotice tone="problem" isAlert>
          {failure}
        </PageNotice>
      )}
      <HistoryLinks room={room} />
      <PauseControls {...controls} />
      {room.alertRules !== undefined && <AlertRules rules={room.alertRules} />}
      <Drill {...controls} />
    </Dialog>
  );
}

/** Links to the history of the ward, and to that of the room: to its open alert of high priority, or to the last 24 hours. */
function HistoryLinks({ room }: { readonly room: Room }) {
  const { t } = useTranslation();
  const { clientUuid, locationUuid, wardUuid = room.wardUUID } = useParams();
  const urgent = room.alerts?.find(({ priority, isTest }) => priority === 'high' && !isTest);
  const path = roomHistoryPathOf({ clientUuid, locationUuid, wardUuid }, room.uuid, urgent?.startedAt);
  return (
    <div className={choiceStyles.choices}>
      <Link to={path} className={buttonStyles.quiet}>
        {t('history')}
      </Link>
      <Link to={wardHistoryPathOf({ clientUuid, locationUuid, wardUuid })} className={buttonStyles.quiet}>
        {t('history_of_ward')}
      </Link>
      <Link to={handoverPathOf({ clientUuid, locationUuid, wardUuid })} className={buttonStyles.quiet}>
        {t('handover')}
      </Link>
    </div>
  );
}

function useFailureText(call: RoomCall | undefined): string | undefined {
  const texts = useRoomTexts();
  if (call?.state !== 'given_up' && call?.state !== 'refused') return undefined;
  return texts(`options.${call.state}`, { room: call.room.displayName });
}

/** Lists the alert rules of a room that differ from the defaults, such as "Left the room > 10 min · 22:00–06:00". */
function AlertRules({ rules }: { readonly rules: readonly ShownAlertRule[] }) {
  const { t } = useTranslation();
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>{t('room_options.rules')}</h3>
      <ul className={styles.rules}>
        {rules.map((rule) => (
          <li key={rule.status}>
            <RuleText rule={rule} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function RuleText({ rule: { status, priority, afterSeconds, between } }: { readonly rule: ShownAlertRule }) {
  const { t, language } = useTranslation();
  const texts = useRoomTexts();
  const name = t(`status.${statusOfCode(status).name}`);
  if (priority === null) return texts('options.no_alert', { status: name });
  const after = afterSeconds === 0 ? '' : ` > ${shortDuration(afterSeconds, language)}`;
  const time = between === null ? '' : ` · ${between.replace('-', '–')}`;
  return `${name}${after}${time}`;
}

/** Formats a duration as "10 min" or "90s". It is in seconds if it is not a whole number of minutes. */
function shortDuration(seconds: number, language: string): string {
  return seconds % 60 === 0 ? formatMinutes(seconds / 60, language) : formatSeconds(seconds, language);
}

/** Raises a fall that is marked as a test. Shown to managers and administrators only. */
function Drill({ room, isDisabled, onAction }: RoomControlsProps) {
  const { t } = useTranslation();
  const texts = useRoomTexts();
  const { clientUuid = '', locationUuid = '' } = useParams();
  const { data: me } = useMe();
  if (me === undefined || !isManager(me)) return null;
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>{texts('options.drill')}</h3>
      <div className={choiceStyles.choices}>
        <Button disabled={isDisabled} onClick={() => onAction({ kind: 'drill' })}>
          {t('alerts.test_of', { name: t('status.fall_detected') })}
        </Button>
        {room.wardUUID !== undefined && (
          <Link to={walkTestPathOf(clientUuid, locationUuid, room.wardUUID)} className={buttonStyles.quiet}>
            {t('walk_test')}
          </Link>
        )}
      </div>
      <p className={styles.effect}>{texts('options.drill_effect')}</p>
    </section>
  );
}
