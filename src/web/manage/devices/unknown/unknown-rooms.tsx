import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unknownRoomEndpoints } from '../../../../contract/manage/unknown-rooms.ts';
import { statusOfCode } from '../../../../domain/room-status.ts';
import { useApi } from '../../../api/api-client.tsx';
import { ApiError } from '../../../api/api-error.ts';
import { isAdministratorOfEverything, useMe } from '../../../api/me.ts';
import { useTranslation } from '../../../language/translation.tsx';
import buttonStyles from '../../../ui/button.module.css';
import { StatusIcon } from '../../../ui/icons/status-icon.tsx';
import { relativeTime } from '../../../ui/time/time-format.ts';
import { useClockOffsetMs } from '../../../api/server-clock.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { ManageIcon } from '../../shell/manage-icon.tsx';
import { useNotify } from '../../shell/notifications.tsx';
import pageStyles from '../../shell/page.module.css';
import { type ManageTranslate, useTexts } from '../../shell/use-texts.ts';
import styles from '../devices.module.css';
import { GiveRoomDialog } from './give-room-dialog.tsx';
import { type UnknownRoom, unknownQuery } from './unknown-room.ts';

const pollIntervalMs = 2_000;

/** What reports and has no room. One step gives it a room. */
export function UnknownRooms() {
  const { t } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const notify = useNotify();
  const [chosen, setChosen] = useState<UnknownRoom>();
  const { data, error, refetch } = useQuery({
    queryKey: unknownQuery,
    queryFn: ({ signal }) => api.call(unknownRoomEndpoints.listUnknownRooms, { signal }),
    refetchInterval: pollIntervalMs,
  });
  const reload = () => void queries.invalidateQueries({ queryKey: unknownQuery });
  const dismiss = async ({ keyId, room }: UnknownRoom) => {
    try {
      await api.call(unknownRoomEndpoints.dismissUnknownRoom, { body: { keyId, room } });
      notify({ text: t('devices.dismissed', { name: room }) });
    } catch (failure) {
      // A second click, or somebody else was faster: it is removed.
      const isGone = failure instanceof ApiError && failure.status === 404;
      if (!isGone) notify({ text: t('shell.not_saved') });
    }
    reload();
  };
  if (data === undefined) return error === null ? null : <LoadFailure error={error} onRetry={refetch} />;
  return (
    <section className={pageStyles.section} aria-labelledby="unknown-rooms">
      <h2 id="unknown-rooms" className={pageStyles.heading}>
        {t('devices.unknown_title')}
      </h2>
      {error !== null && (
        <p role="alert" className={pageStyles.problem}>
          {t('shell.not_loaded')}
        </p>
      )}
      {data.items.length === 0 ? (
        <p className={pageStyles.none}>{t('devices.unknown_none')}</p>
      ) : (
        <p className={pageStyles.text}>{t('devices.unknown_text')}</p>
      )}
      <ul className={pageStyles.list}>
        {data.items.map((unknown) => (
          <UnknownRow
            key={`${unknown.keyId} ${unknown.room}`}
            unknown={unknown}
            onGive={() => setChosen(unknown)}
            onDismiss={() => void dismiss(unknown)}
          />
        ))}
      </ul>
      {chosen !== undefined && (
        <GiveRoomDialog unknown={chosen} onGiven={reload} onClose={() => setChosen(undefined)} />
      )}
    </section>
  );
}

interface UnknownRowProps {
  readonly unknown: UnknownRoom;
  readonly onGive: () => void;
  readonly onDismiss: () => void;
}

function UnknownRow({ unknown, onGive, onDismiss }: UnknownRowProps) {
  const { t } = useTexts();
  const { data: me } = useMe();
  const { room, status, wanted, device } = unknown;
  // Only the equipment file says where a device of a connection is.
  const mayGive = wanted !== null && (device === null || (me !== undefined && isAdministratorOfEverything(me)));
  const shown = status === null ? undefined : statusOfCode(status);
  return (
    <li className={pageStyles.row}>
      {shown === undefined ? (
        <ManageIcon name="status" className={styles.icon} />
      ) : (
        <StatusIcon name={shown.icon} className={styles.icon} />
      )}
      <div className={pageStyles.words}>
        <p className={pageStyles.name} dir="auto">
          {room}
        </p>
        <LastMessage unknown={unknown} />
        {!mayGive && <p className={pageStyles.detail}>{whyNot(unknown, t)}</p>}
      </div>
      <div className={pageStyles.actions}>
        <button
          type="button"
          className={buttonStyles.quiet}
          aria-label={`${t('devices.dismiss')}: ${room}`}
          onClick={onDismiss}
        >
          {t('devices.dismiss')}
        </button>
        {mayGive && (
          <button
            type="button"
            className={buttonStyles.strong}
            aria-label={`${t('devices.give_room')}: ${room}`}
            onClick={onGive}
          >
            {t('devices.give_room')}
          </button>
        )}
      </div>
    </li>
  );
}

function LastMessage({ unknown }: Pick<UnknownRowProps, 'unknown'>) {
  const { t, language } = useTexts();
  const { t: boardText } = useTranslation();
  const now = useNow(1_000) + useClockOffsetMs();
  const { status, count, lastAt, device } = unknown;
  const time = relativeTime(lastAt, now, language);
  const text = status === null ? t('devices.no_status') : boardText(`status.${statusOfCode(status).name}`);
  const isMessageShown = device !== null && status === null;
  return (
    <>
      <p className={pageStyles.detail}>{isMessageShown ? time : t('devices.last_message', { status: text, time })}</p>
      {device !== null && <code className={styles.message}>{device.message}</code>}
      <p className={pageStyles.detail}>
        {t('devices.messages', { count })}. {senderOf(unknown, t)}
      </p>
    </>
  );
}

/** Why the user cannot give it a room. */
function whyNot({ connection, device }: UnknownRoom, t: ManageTranslate): string {
  if (connection === null || device === null) return t('devices.not_a_name');
  return t('devices.ask_administrator', { name: connection });
}

/** The connection and the key. The messages of an external broker have no key. */
function senderOf({ connection, keyId, keyName }: UnknownRoom, t: ManageTranslate): string {
  const key = t('devices.with_key', { name: keyName });
  if (connection === null) return key;
  const text = t('devices.of_connection', { name: connection });
  return keyId === `equipment:${connection}` ? text : `${text}. ${key}`;
}
