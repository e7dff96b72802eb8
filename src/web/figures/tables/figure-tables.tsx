import { statusOfCode } from '../../../domain/room-status.ts';
import { useTexts } from '../../administration/use-texts.ts';
import { useTranslation } from '../../language/translation.tsx';
import type { Figures, FiguresQuery } from '../figures.ts';
import { useFigureTexts } from '../use-figure-texts.ts';
import { FigureTable } from './figure-table.tsx';

interface FigureTablesProps {
  readonly figures: Figures;
  readonly query: FiguresQuery;
}

/** The figures by status, ward, hour of the day, and room. */
export function FigureTables({ figures, query }: FigureTablesProps) {
  const { t } = useTexts();
  const { t: pageTexts } = useTranslation();
  const { share, load } = useFigureTexts();
  const nameOf = useRoomName();
  const wardNames = new Map(figures.wards.map(({ wardUUID, displayName }) => [wardUUID, displayName]));
  return (
    <>
      <FigureTable
        table="statuses"
        query={query}
        rows={figures.statuses.map(({ status, ...numbers }) => ({
          key: String(status),
          name: pageTexts(`status.${statusOfCode(status).name}`),
          numbers,
          filter: { status: String(status) },
          further: [],
        }))}
      />
      <FigureTable
        table="hours"
        query={query}
        further={[t('figures.load')]}
        rows={figures.hours.map(({ hour, alertLoad, ...numbers }) => ({
          key: String(hour),
          name: `${String(hour).padStart(2, '0')}:00`,
          numbers,
          filter: { hour: String(hour) },
          further: [load(alertLoad)],
        }))}
      />
      {figures.wards.length > 1 && (
        <FigureTable
          table="wards"
          query={query}
          further={[t('figures.load'), t('figures.monitored'), t('figures.watched')]}
          rows={figures.wards.map(({ wardUUID, displayName, ...numbers }) => ({
            key: wardUUID,
            name: displayName,
            numbers,
            filter: { wardUUID },
            further: [load(numbers.alertLoad), share(numbers.monitoredShare), share(numbers.watchedShare)],
          }))}
        />
      )}
      <FigureTable
        table="rooms"
        query={query}
        further={[t('figures.monitored')]}
        rows={figures.rooms.map((room) => ({
          key: `${room.wardUUID} ${room.streamUUID}`,
          name: nameOf(room, wardNames.get(room.wardUUID)),
          numbers: room,
          filter: room.streamUUID === null ? undefined : { streamUUID: room.streamUUID },
          further: [share(room.monitoredShare)],
        }))}
      />
    </>
  );
}

/** The name of a room with that of its ward, if it still has one. */
export function useRoomName() {
  const { t } = useTexts();
  return (
    { displayName, streamUUID }: Pick<Figures['rooms'][number], 'displayName' | 'streamUUID'>,
    ward: string | undefined,
  ): string => {
    const name = displayName ?? t(streamUUID === null ? 'figures.erased' : 'figures.removed');
    return ward === undefined ? name : `${name} · ${ward}`;
  };
}
