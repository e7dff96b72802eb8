import { statusOfCode } from '../../../domain/room-status.ts';
import { useTranslation } from '../../language/translation.tsx';
import { Table } from '../../ui/table/table.tsx';
import { periodAt } from '../history.ts';
import listStyles from '../history-list.module.css';
import { useLocalTime } from '../local-time.ts';
import { StatusName } from '../status-name.tsx';
import { useHistoryTexts } from '../use-history-texts.ts';
import type { Lane, WardHistory } from './ward-history.ts';

interface RoomsAtMomentProps {
  readonly history: WardHistory;
  /** Epoch milliseconds. */
  readonly moment: number;
}

/** What each room of a ward showed at a moment, with its alert, in words. */
export function RoomsAtMoment({ history, moment }: RoomsAtMomentProps) {
  const { t } = useTranslation();
  const texts = useHistoryTexts();
  const { dayTime } = useLocalTime();
  return (
    <Table className={listStyles.table}>
      <caption className={listStyles.moment}>{dayTime(moment)}</caption>
      <thead>
        <tr>
          <th scope="col">{t('room.name')}</th>
          <th scope="col">{texts('what')}</th>
          <th scope="col">{texts('since_when')}</th>
        </tr>
      </thead>
      <tbody>
        {history.rooms.map((room) => (
          <RoomAtMoment key={room.uuid} room={room} moment={moment} />
        ))}
      </tbody>
    </Table>
  );
}

function RoomAtMoment({ room, moment }: { readonly room: Lane; readonly moment: number }) {
  const { t } = useTranslation();
  const texts = useHistoryTexts();
  const { dayTime } = useLocalTime();
  const period = periodAt(room.periods, moment) ?? room.periods.findLast(({ to }) => to === moment);
  const alert = room.alerts.find(
    ({ raisedAt, endedAt }) => Date.parse(raisedAt) <= moment && (endedAt === null || moment < Date.parse(endedAt)),
  );
  return (
    <tr>
      <th scope="row" dir="auto">
        {room.displayName}
      </th>
      <td>
        {period === undefined ? texts('unknown') : <StatusName status={period.status} />}
        {alert !== undefined && (
          <span className={listStyles.detail}>
            {t('alerts.label')}: {t(`status.${statusOfCode(alert.status).name}`)}
          </span>
        )}
      </td>
      <td>{period !== undefined && dayTime(period.from)}</td>
    </tr>
  );
}
