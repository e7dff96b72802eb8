import { useEffect, useState, useSyncExternalStore } from 'react';
import { unknownRoomAlertEndpoints } from '../../../../contract/unknown-room-alerts.ts';
import { statusOfCode } from '../../../../domain/room-status.ts';
import { useApi } from '../../../api/api-client.tsx';
import { useTranslation } from '../../../language/translation.tsx';
import { UiIcon } from '../../../ui/icons/icons.tsx';
import { clockTime } from '../../../ui/time/time-format.ts';
import type { BoardPlace } from '../../live/board-place.ts';
import { useWatchTexts } from '../use-watch-texts.ts';
import {
  followUnknownRoomAlerts,
  reportAnswered,
  subscribeUnknownRoomAlerts,
  type UnknownRoomAlert,
  unknownRoomAlerts,
} from './unknown-room-alerts.ts';
import styles from './unknown-room-notices.module.css';

/** Falls that devices report for rooms that nobody knows. They stay at the end of the screen, above everything else. */
export function UnknownRoomNotices({ place }: { readonly place: BoardPlace }) {
  const api = useApi();
  const alerts = useSyncExternalStore(subscribeUnknownRoomAlerts, unknownRoomAlerts);
  useEffect(
    () =>
      followUnknownRoomAlerts((signal) =>
        api.call(unknownRoomAlertEndpoints.listUnknownRoomAlerts, {
          query: { wardUUID: place.wardUuids.join(',') },
          signal,
          maxAttempts: 1,
        }),
      ),
    [api, place],
  );
  return (
    <div role="alert" className={styles.notices} data-empty={alerts.length === 0}>
      {alerts.map((alert) => (
        <UnknownRoomNotice key={alert.uuid} alert={alert} />
      ))}
    </div>
  );
}

function UnknownRoomNotice({ alert: { uuid, status, room, since, answer } }: { readonly alert: UnknownRoomAlert }) {
  const { t } = useTranslation();
  const texts = useWatchTexts();
  const name = t(`status.${statusOfCode(status).name}`);
  const time = clockTime(since).slice(0, -':00'.length);
  return (
    <div className={styles.notice} data-unknown-room data-answered={answer !== null}>
      <UiIcon name="warning" className={styles.icon} />
      <div className={styles.words}>
        <strong>{texts('unknown_room', { status: name })}</strong>
        <span>{texts('unknown_room_detail', { room, time })}</span>
      </div>
      {answer === null ? (
        <AnswerButton uuid={uuid} />
      ) : (
        <span>{t('alerts.on_the_way', { name: answer.by ?? t('alerts.colleague') })}</span>
      )}
    </div>
  );
}

function AnswerButton({ uuid }: { readonly uuid: string }) {
  const api = useApi();
  const { t } = useTranslation();
  const [isSending, setIsSending] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const answer = async (): Promise<void> => {
    setIsSending(true);
    setHasFailed(false);
    try {
      reportAnswered(await api.call(unknownRoomAlertEndpoints.acknowledgeUnknownRoomAlert, { params: { id: uuid } }));
    } catch {
      // The alert goes on to sound, and the button stays.
      setHasFailed(true);
      setIsSending(false);
    }
  };
  return (
    <>
      {hasFailed && <span>{t('alerts.unsent')}</span>}
      <button type="button" className={styles.answer} disabled={isSending} onClick={() => void answer()}>
        {t('alerts.acknowledge')}
      </button>
    </>
  );
}
