import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { unknownRoomEndpoints } from '../../../contract/devices/unknown-rooms.ts';
import { statusOfCode } from '../../../domain/room-status.ts';
import { useApi } from '../../api/api-client.tsx';
import { useTranslation } from '../../language/translation.tsx';
import { Button } from '../../ui/button/button.tsx';
import buttonStyles from '../../ui/button.module.css';
import { StatusIcon } from '../../ui/icons/status-icon.tsx';
import textStyles from '../../ui/text.module.css';
import { type ManageTranslate, useTexts } from '../../administration/use-texts.ts';
import { unknownRoomsQuery } from '../unknown/unknown-room.ts';
import { wardPathOf } from '../../home/lists/addresses.ts';
import type { FirstHome, SetUpState } from '../../identity/set-up-state.ts';
import styles from './set-up.module.css';
import layout from '../../ui/layout.module.css';

const unknownIntervalMs = 2_000;

interface NewestReportProps {
  readonly report: SetUpState['newestReport'];
  /** Whether the server does not respond, so that a report would not be shown. */
  readonly isOffline: boolean;
  readonly home: FirstHome;
}

/** Shows the first report of a device as soon as it arrives. Fetches it every second. */
export function NewestReport({ report, isOffline, home }: NewestReportProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const address = wardPathOf(home.clientUUID, home.locationUUID, home.wardUUID);
  const state = isOffline ? 'offline' : report === null ? 'waiting' : 'received';
  return (
    <section className={styles.report} data-state={state}>
      <div role="status" className={layout.row}>
        {state === 'offline' && <p className={textStyles.name}>{t('equipment.live.failed')}</p>}
        {state === 'waiting' && <p className={textStyles.name}>{t('devices.set_up.nothing_received')}</p>}
        {state === 'received' && report !== null && <Received report={report} t={t} />}
      </div>
      {report === null ? (
        <UnknownRoom t={t} />
      ) : (
        <Button look="strong" onClick={() => void navigate(address)}>
          {t('devices.set_up.open_board')}
        </Button>
      )}
    </section>
  );
}

/** Shows the room name that a device has sent if no room has this name, so that the installer can correct it. */
function UnknownRoom({ t }: { readonly t: ManageTranslate }) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: unknownRoomsQuery,
    queryFn: ({ signal }) => api.call(unknownRoomEndpoints.listUnknownRooms, { signal }),
    refetchInterval: unknownIntervalMs,
  });
  const [unknown] = data?.items ?? [];
  if (unknown === undefined) return <p className={textStyles.detail}>{t('devices.set_up.nothing_received_hint')}</p>;
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
      <StatusIcon name={icon} size={40} />
      <p className={textStyles.name}>{t('devices.set_up.received', { room, status: boardText(`status.${name}`) })}</p>
    </>
  );
}
