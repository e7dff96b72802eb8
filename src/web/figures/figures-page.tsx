/** The figures for managers: alerts, response times and availability of a location or a ward, with their rows. */
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { figuresEndpoints } from '../../contract/figures/figures.ts';
import { SelectField } from '../administration/form/select-field.tsx';
import { LoadState } from '../administration/load-state.tsx';
import { useTexts } from '../administration/use-texts.ts';
import { useApi } from '../api/api-client.tsx';
import { useClockOffsetMs } from '../api/server-clock.ts';
import { placeOptions, type Places, usePlaces } from '../home/places.ts';
import { Page } from '../ui/page/page.tsx';
import { EmptyState } from '../ui/status/empty-state.tsx';
import { useNow } from '../ui/time/use-now.ts';
import { AlertList } from './alerts/alert-list.tsx';
import { alertFilterOf, type FiguresQuery, figuresQueryOf, periodBefore, periodDays } from './figures.ts';
import styles from './figures.module.css';
import { FigureTables } from './tables/figure-tables.tsx';
import { Overview } from './overview.tsx';

const countingIntervalMs = 30_000;

export function FiguresPage() {
  const { t } = useTexts();
  const home = usePlaces();
  return (
    <Page title={t('figures.title')} about={t('figures.counted')} isWide>
      {home.places === undefined ? (
        <LoadState queries={[home]} title={t('shell.loading')} />
      ) : (
        <ChosenFigures places={home.places} />
      )}
    </Page>
  );
}

/** Shows the place and the period in the address, so that Back, a reload and a link show the same figures. */
function ChosenFigures({ places }: { readonly places: Places }) {
  const { t } = useTexts();
  const now = useNow(60_000) + useClockOffsetMs();
  const [parameters, setParameters] = useSearchParams();
  const options = placeOptions(places, ['location', 'ward']);
  const place = parameters.get('place') ?? options[0]?.value;
  const days = periodDays.find((one) => one === parameters.get('days')) ?? '30';
  if (place === undefined) return <EmptyState icon="location" text={t('figures.no_places')} />;
  const query = figuresQueryOf(place, days, now);
  const filter = alertFilterOf(parameters);
  const choose = (change: Readonly<Record<string, string>>) => setParameters({ place, days, ...change });
  return (
    <>
      <div className={styles.chooser}>
        <SelectField
          name="place"
          label={t('figures.place')}
          value={place}
          options={options}
          onChange={(uuid) => choose({ place: uuid })}
        />
        <SelectField
          name="days"
          label={t('figures.period')}
          value={days}
          options={periodDays.map((value) => ({ value, label: t('figures.days', { count: Number(value) }) }))}
          onChange={(value) => choose({ days: value })}
        />
      </div>
      {filter === undefined ? (
        <ShownFigures query={query} />
      ) : (
        <AlertList places={places} query={query} filter={filter} back={`?${new URLSearchParams({ place, days })}`} />
      )}
    </>
  );
}

function ShownFigures({ query }: { readonly query: FiguresQuery }) {
  const { t } = useTexts();
  const figures = useFigures(query);
  const before = useFigures(periodBefore(query)).data?.totals;
  const { data } = figures;
  if (data === undefined) return <LoadState queries={[figures]} title={t('shell.loading')} />;
  if (data.countedTo === null) return <EmptyState icon="ward" text={t('figures.none')} />;
  return (
    <>
      <Overview figures={data} before={before} />
      <FigureTables figures={data} query={query} />
    </>
  );
}

function useFigures(query: FiguresQuery) {
  const { call } = useApi();
  return useQuery({
    queryKey: ['figures', query],
    queryFn: ({ signal }) => call(figuresEndpoints.getFigures, { query, signal }),
    // After a start and after an update the nights are being counted.
    refetchInterval: ({ state }) => (state.data?.countedTo === null ? countingIntervalMs : false),
  });
}
