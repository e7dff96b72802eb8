import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { unknownRoomEndpoints } from '../../../../contract/manage/unknown-rooms.ts';
import { statusOfCode } from '../../../../domain/room-status.ts';
import { useApi } from '../../../api/api-client.tsx';
import { useTranslation } from '../../../language/translation.tsx';
import buttonStyles from '../../../ui/button.module.css';
import { StatusIcon } from '../../../ui/icons/status-icon.tsx';
import pageStyles from '../../shell/page.module.css';
import { type ManageTranslate, useTexts } from '../../shell/use-texts.ts';
import { unknownQuery } from '../unknown/unknown-room.ts';
import type { SetUpState } from './set-up-state.ts';
import styles from './set-up.module.css';

const unknownIntervalMs = 2_000;

interface NewestReportProps {
  readonly report: SetUpState['newestReport'];
  /** The server does not answer, so a report would not be shown. */
  readonly isOffline: boolean;
  readonly onOpenBoard: () => void;
}

/** Shows the first report of a device as soon as it arrives. The page asks every second. */
export function NewestReport({ report, isOffline, onOpenBoard }: NewestReportProps) {
  const { t } = useTexts();
  const state = isOffline ? 'offline' : report === null ? 'waiting' : 'received';
  return (
    <section className={styles.report} data-state={state}>
      <div role="status" className={styles.reportLine}>
        {state !== 'received' && <span className={`${pageStyles.waitingDot} ${styles.dot}`} aria-hidden="true" />}
        {state === 'offline' && <p className={styles.reportText}>{t('equipment.live.failed')}</p>}
        {state === 'waiting' && <p className={styles.reportText}>{t('devices.set_up.nothing_received')}</p>}
        {state === 'received' && report !== null && <Received report={report} t={t} />}
      </div>
      {report === null ? (
        <UnknownRoom t={t} />
      ) : (
        <button type="button" className={buttonStyles.strong} onClick={onOpenBoard}>
          {t('devices.set_up.open_board')}
        </button>
      )}
    </section>
  );
}

/** A device that names a wrong room is not silent: the page says which name it sends. */
function UnknownRoom({ t }: { readonly t: ManageTranslate }) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: unknownQuery,
    queryFn: ({ signal }) => api.call(unknownRoomEndpoints.listUnknownRooms, { signal }),
    refetchInterval: unknownIntervalMs,
  });
  const [unknown] = data?.items ?? [];
  if (unknown === undefined) return <p className={pageStyles.detail}>{t('devices.set_up.nothing_received_hint')}</p>;
  return (
    <>
      <p>{t('devices.set_up.unknown_room', { room: unknown.room })}</p>
      <Link to="/manage/devices" className={buttonStyles.strong}>
        {t('devices.give_room')}
      </Link>
    </>
  );
}

interface ReceivedProps {
  readonly report: NonNullable<SetUpState['newestReport']>;
  readonly t: ManageTranslate;
}

function Received({ report: { displayName: room, roomStatus }, t }: ReceivedProps) {
  const { t: boardText } = useTranslation();
  const { name, icon } = statusOfCode(roomStatus);
  return (
    <>
      <StatusIcon name={icon} className={styles.reportIcon} />
      <p className={styles.reportText}>{t('devices.set_up.received', { room, status: boardText(`status.${name}`) })}</p>
    </>
  );
}
