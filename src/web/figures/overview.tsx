import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AlertKind } from '../../domain/figures/alert-numbers.ts';
import { useTexts } from '../administration/use-texts.ts';
import { formatZonedDay } from '../ui/time/time-format.ts';
import type { Figures, Totals } from './figures.ts';
import styles from './figures.module.css';
import { useAlertsAddress, useFigureTexts } from './use-figure-texts.ts';

/**
 * The figures in their order, by the name of their texts, with the alerts that they lead to. The rows of the availability
 * are in the tables below.
 */
const figures = [
  { name: 'alerts', kind: 'all' },
  { name: 'falls', kind: 'falls' },
  { name: 'false_alarms', kind: 'false-alarms' },
  { name: 'unanswered', kind: 'unanswered' },
  { name: 'acknowledged', kind: 'slow' },
  { name: 'arrived', kind: 'late-arrivals' },
  { name: 'load', kind: 'all' },
  { name: 'monitored', kind: undefined },
  { name: 'watched', kind: undefined },
] as const satisfies readonly { readonly name: string; readonly kind: AlertKind | undefined }[];

type FigureName = (typeof figures)[number]['name'];

interface OverviewProps {
  readonly figures: Figures;
  /** The figures of the period before. Undefined: they are not loaded yet. */
  readonly before: Totals | undefined;
}

/** The figures of the whole place, each with the period before and its definition. */
export function Overview({ figures: { totals, countedTo, timeZone }, before }: OverviewProps) {
  const { t, language } = useTexts();
  const valuesOf = useValues();
  // Before the first night nothing was counted.
  const isKnown = before !== undefined && before.monitoredShare !== null;
  const [values, valuesBefore] = [valuesOf(totals), isKnown ? valuesOf(before) : undefined];
  return (
    <>
      {countedTo !== null && (
        <p className={styles.detail}>{t('figures.until', { day: formatZonedDay(countedTo, language, timeZone) })}</p>
      )}
      <dl className={styles.figures}>
        {figures.map(({ name, kind }) => (
          <Figure key={name} name={name} kind={kind} value={values[name]} before={valuesBefore?.[name] ?? '–'} />
        ))}
      </dl>
    </>
  );
}

/** Formats the figures. */
function useValues(): (totals: Totals) => Readonly<Record<FigureName, string>> {
  const { count, times, share, load } = useFigureTexts();
  return (totals) => ({
    alerts: count(totals.alerts),
    falls: count(totals.falls),
    false_alarms: count(totals.falseAlarms),
    unanswered: count(totals.unanswered),
    acknowledged: times(totals.acknowledgedMs),
    arrived: times(totals.arrivedMs),
    load: load(totals.alertLoad),
    monitored: share(totals.monitoredShare),
    watched: share(totals.watchedShare),
  });
}

interface FigureProps {
  readonly name: FigureName;
  /** The alerts that it leads to. */
  readonly kind: AlertKind | undefined;
  readonly value: string;
  /** The value of the period before. */
  readonly before: string;
}

function Figure({ name, kind, value, before }: FigureProps) {
  const { t } = useTexts();
  const addressOf = useAlertsAddress();
  const shown: ReactNode =
    kind === undefined ? (
      value
    ) : (
      <Link to={addressOf({ kind })} className={styles.link}>
        {value}
      </Link>
    );
  return (
    <div className={styles.figure}>
      <dt>{t(`figures.${name}`)}</dt>
      <dd className={styles.value}>{shown}</dd>
      <dd className={styles.detail}>{t('figures.before', { value: before })}</dd>
      <dd className={styles.detail}>{t(`figures.definitions.${name}`)}</dd>
    </div>
  );
}
