import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type * as z from 'zod/mini';
import { Link } from 'react-router';
import { figuresEndpoints } from '../../../contract/figures/figures.ts';
import { statusOfCode } from '../../../domain/room-status.ts';
import { LoadState } from '../../administration/load-state.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import { useApi } from '../../api/api-client.tsx';
import { roomHistoryPathOf } from '../../home/lists/addresses.ts';
import { placePathOf, type Places } from '../../home/places.ts';
import { createLocalTime, type LocalTime } from '../../history/local-time.ts';
import { useTranslation } from '../../language/translation.tsx';
import { Button } from '../../ui/button/button.tsx';
import { resolutionKeys } from '../../ui/resolution-keys.ts';
import { Section } from '../../ui/page/section.tsx';
import { Table } from '../../ui/table/table.tsx';
import type { AlertFilter, FiguresQuery } from '../figures.ts';
import styles from '../figures.module.css';
import { SaveButton } from '../save-button.tsx';
import { useRoomName } from '../tables/figure-tables.tsx';
import { useFigureTexts } from '../use-figure-texts.ts';

interface AlertListProps {
  readonly places: Places;
  readonly query: FiguresQuery;
  readonly filter: AlertFilter;
  /** The address of the figures. */
  readonly back: string;
}

/** The alerts that a figure counts, the newest first, each with its moment in the history of its room. */
export function AlertList({ places, query, filter, back }: AlertListProps) {
  const { t } = useTexts();
  const { call } = useApi();
  const wanted = { ...query, ...filter };
  const found = useInfiniteQuery({
    queryKey: ['figures', 'alerts', wanted],
    queryFn: ({ pageParam, signal }) =>
      call(figuresEndpoints.listFigureAlerts, {
        query: pageParam === '' ? wanted : { ...wanted, cursor: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  const { data, hasNextPage, fetchNextPage, isFetching } = found;
  if (data === undefined) return <LoadState queries={[found]} title={t('shell.loading')} />;
  const alerts = data.pages.flatMap(({ items }) => items);
  return (
    <Section
      title={t('figures.alerts_of_figure')}
      actions={<SaveButton endpoint={figuresEndpoints.exportFigureAlerts} query={wanted} name="alerts" />}
    >
      <p>
        <Link to={back} className={styles.link}>
          {t('figures.back')}
        </Link>
      </p>
      {alerts.length === 0 ? (
        <p>{t('figures.no_alerts')}</p>
      ) : (
        <Rows alerts={alerts} places={places} timeZone={data.pages[0]?.timeZone ?? ''} />
      )}
      {hasNextPage && (
        <Button aria-disabled={isFetching} onClick={() => !isFetching && void fetchNextPage()}>
          {t('figures.more')}
        </Button>
      )}
    </Section>
  );
}

type Alert = z.output<typeof figuresEndpoints.listFigureAlerts.response>['items'][number];

interface RowsProps {
  readonly alerts: readonly Alert[];
  readonly places: Places;
  /** That of the location. */
  readonly timeZone: string;
}

function Rows({ alerts, places, timeZone }: RowsProps) {
  const { t, language } = useTexts();
  const localTime = useMemo(() => createLocalTime(timeZone, language), [timeZone, language]);
  return (
    <div className={styles.scroll}>
      <Table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('figures.room')}</th>
            <th scope="col">{t('figures.raised')}</th>
            <th scope="col">{t('figures.alert')}</th>
            <th scope="col">{t('figures.acknowledged')}</th>
            <th scope="col">{t('figures.arrived')}</th>
            <th scope="col">{t('figures.ended')}</th>
            <th scope="col">{t('figures.resolution')}</th>
          </tr>
        </thead>
        <tbody>
          {alerts.map((alert) => (
            <AlertRow
              key={`${alert.raisedAt} ${alert.streamUUID} ${alert.status}`}
              alert={alert}
              places={places}
              localTime={localTime}
            />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

interface AlertRowProps extends Pick<RowsProps, 'places'> {
  readonly alert: Alert;
  readonly localTime: LocalTime;
}

function AlertRow({ alert, places, localTime }: AlertRowProps) {
  const { t } = useTranslation();
  const { time } = useFigureTexts();
  const nameOf = useRoomName();
  const { streamUUID, raisedAt, status, resolution, acknowledgedMs, arrivedMs, endedMs } = alert;
  const path = placePathOf(places, alert.wardUUID);
  const [clientUuid, locationUuid, wardUuid] = path.map(({ uuid }) => uuid);
  const raised = `${localTime.day(Date.parse(raisedAt))}, ${localTime.time(Date.parse(raisedAt))}`;
  const isOpenable = streamUUID !== null && alert.displayName !== null && wardUuid !== undefined;
  return (
    <tr>
      <th scope="row" dir="auto">
        {nameOf(alert, path.at(-1)?.displayName)}
      </th>
      <td>
        {isOpenable ? (
          <Link
            to={roomHistoryPathOf({ clientUuid, locationUuid, wardUuid }, streamUUID, raisedAt)}
            className={styles.link}
          >
            {raised}
          </Link>
        ) : (
          raised
        )}
      </td>
      <td>{t(`status.${statusOfCode(status).name}`)}</td>
      <td>{time(acknowledgedMs)}</td>
      <td>{time(arrivedMs)}</td>
      <td>{time(endedMs)}</td>
      <td>{resolution !== null && t(`alerts.${resolutionKeys[resolution]}`)}</td>
    </tr>
  );
}
