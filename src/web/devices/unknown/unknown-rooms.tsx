import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unknownRoomEndpoints } from '../../../contract/devices/unknown-rooms.ts';
import { statusOfCode } from '../../../domain/room-status.ts';
import { useApi } from '../../api/api-client.tsx';
import { isAdministratorOfEverything, useMe } from '../../api/me.ts';
import { useTranslation } from '../../language/translation.tsx';
import { Button } from '../../ui/button/button.tsx';
import { List, listIconClass, ListRow } from '../../ui/list/list.tsx';
import { PageNotice } from '../../ui/notice/page-notice.tsx';
import { Section } from '../../ui/page/section.tsx';
import textStyles from '../../ui/text.module.css';
import { StatusIcon } from '../../ui/icons/status-icon.tsx';
import { formatRelativeTime } from '../../ui/time/time-format.ts';
import { useClockOffsetMs } from '../../api/server-clock.ts';
import { useNow } from '../../ui/time/use-now.ts';
import { LoadFailure } from '../../administration/load-state.tsx';
import { ManageIcon } from '../../administration/manage-icon.tsx';
import { type ManageTranslate, useTexts } from '../../administration/use-texts.ts';
import { GiveRoomDialog } from './give-room-dialog.tsx';
import { type UnknownRoom, unknownRoomsQuery } from './unknown-room.ts';

const pollIntervalMs = 2_000;

/** Lists the devices that report and have no room, each with a button that assigns a room. */
export function UnknownRooms() {
  const { t } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<UnknownRoom>();
  const { data, error, refetch } = useQuery({
    queryKey: unknownRoomsQuery,
    queryFn: ({ signal }) => api.call(unknownRoomEndpoints.listUnknownRooms, { signal }),
    refetchInterval: pollIntervalMs,
  });
  const reload = () => void queries.invalidateQueries({ queryKey: unknownRoomsQuery });
  if (data === undefined) return error === null ? null : <LoadFailure error={error} onRetry={refetch} />;
  return (
    <Section title={t('devices.unknown_title')} about={data.items.length === 0 ? undefined : t('devices.unknown_text')}>
      {error !== null && (
        <PageNotice tone="problem" isAlert>
          {t('shell.not_loaded')}
        </PageNotice>
      )}
      {data.items.length === 0 && <PageNotice tone="none">{t('devices.unknown_none')}</PageNotice>}
      <List>
        {data.items.map((unknown) => (
          <UnknownRow key={`${unknown.keyId} ${unknown.room}`} unknown={unknown} onGive={() => setChosen(unknown)} />
        ))}
      </List>
      {chosen !== undefined && (
        <GiveRoomDialog unknown={chosen} onGiven={reload} onClose={() => setChosen(undefined)} />
      )}
    </Section>
  );
}

interface UnknownRowProps {
  readonly unknown: UnknownRoom;
  readonly onGive: () => void;
}

function UnknownRow({ unknown, onGive }: UnknownRowProps) {
  const { t } = useTexts();
  const { data: me } = useMe();
  const { room, status, wanted, device } = unknown;
  // To give a room to a device of a connection, the user must have the right to change the connection.
  const mayGive = wanted !== null && (device === null || (me !== undefined && isAdministratorOfEverything(me)));
  const shown = status === null ? undefined : statusOfCode(status);
  return (
    <ListRow
      icon={
        shown === undefined ? (
          <ManageIcon name="status" className={listIconClass} />
        ) : (
          <StatusIcon name={shown.icon} className={listIconClass} />
        )
      }
      name={room}
      actions={
        mayGive && (
          <Button look="strong" aria-label={`${t('devices.give_room')}: ${room}`} onClick={onGive}>
            {t('devices.give_room')}
          </Button>
        )
      }
    >
      <LastMessage unknown={unknown} />
      {!mayGive && <span className={textStyles.detail}>{refusalReason(unknown, t)}</span>}
    </ListRow>
  );
}

function LastMessage({ unknown }: Pick<UnknownRowProps, 'unknown'>) {
  const { t, language } = useTexts();
  const { t: boardText } = useTranslation();
  const now = useNow(1_000) + useClockOffsetMs();
  const { status, count, lastAt, device } = unknown;
  const time = formatRelativeTime(lastAt, now, language);
  const text = status === null ? t('devices.no_status') : boardText(`status.${statusOfCode(status).name}`);
  const isMessageShown = device !== null && status === null;
  return (
    <>
      <span className={textStyles.detail}>
        {isMessageShown ? time : t('devices.last_message', { status: text, time })}
      </span>
      {device !== null && <code className={textStyles.detail}>{device.message}</code>}
      <span className={textStyles.detail}>
        {t('devices.messages', { count })}. {senderText(unknown, t)}
      </span>
    </>
  );
}

/** Explains why the user cannot assign a room to the device. */
function refusalReason({ connection, device }: UnknownRoom, t: ManageTranslate): string {
  if (connection === null || device === null) return t('devices.not_a_name');
  return t('devices.ask_administrator', { name: connection });
}

/** Names the connection and the key of a device. Messages of an external broker have no key. */
function senderText({ connection, keyId, keyName }: UnknownRoom, t: ManageTranslate): string {
  const key = t('devices.with_key', { name: keyName });
  if (connection === null) return key;
  const text = t('devices.of_connection', { name: connection });
  return keyId === `equipment:${connection}` ? text : `${text}. ${key}`;
}
