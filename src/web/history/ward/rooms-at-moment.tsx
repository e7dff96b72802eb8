import { statusOfCode } from '../../../domain/room-status.ts';
import { useTranslation } from '../../language/translation.tsx';
import { Table } from '../../ui/table/table.tsx';
import { periodAt } from '../history.ts';
import listStyles from '../history-list.module.css';
import { useLocalTime } from '../local-time.ts';
import { StatusName } from '../status-name.tsx';
import { useHistoryTexts } from '../use-history-texts.ts';
import { usePeriodTexts } from '../use-period-texts.ts';
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
          <RoomAtMoment key={room.uuid} room={room} history={history} moment={moment} />
        ))}
      </tbody>
    </Table>
  );
}

function RoomAtMoment({ room, history, moment }: RoomsAtMomentProps & { readonly room: Lane }) {
  const { t } = useTranslation();
  const texts = usePeriodTexts();
  const period = periodAt({ ...history, periods: room.periods }, moment);
  const alerts = room.alerts.filter(
    ({ raisedAt, endedAt }) => Date.parse(raisedAt) <= moment && (endedAt === null || moment < Date.parse(endedAt)),
  );
  return (
    <tr>
      <th scope="row" dir="auto">
        {room.displayName}
      </th>
      <td>
        {period === undefined ? texts.unknown(history.gaps, moment) : <StatusName status={period.status} />}
        {alerts.length > 0 && (
          <span className={listStyles.detail}>
            {t('alerts.label')}: {alerts.map(({ status }) => t(`status.${statusOfCode(status).name}`)).join(', ')}
          </span>
        )}
      </td>
      <td>{period !== undefined && texts.start(period)}</td>
    </tr>
  );
}
