import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AlertKind } from '../../domain/figures/alert-numbers.ts';
import { useTexts } from '../administration/use-texts.ts';
import { formatZonedDay } from '../ui/time/time-format.ts';
import type { Figures } from './figures.ts';
import styles from './figures.module.css';
import { useAlertsAddress, useFigureTexts } from './use-figure-texts.ts';

/** The figures of the whole place, each with the period before and its definition. */
export function Overview({ figures: { totals, before, countedTo, timeZone } }: { readonly figures: Figures }) {
  const { t, language } = useTexts();
  const { count, times, share, load } = useFigureTexts();
  // Before the first night nothing was counted.
  const countBefore = (value: number) => (before.monitoredShare === null ? share(null) : count(value));
  return (
    <>
      {countedTo !== null && (
        <p className={styles.detail}>{t('figures.until', { day: formatZonedDay(countedTo, language, timeZone) })}</p>
      )}
      <dl className={styles.figures}>
        <Figure name="alerts" kind="all" value={count(totals.alerts)} before={countBefore(before.alerts)} />
        <Figure name="falls" kind="falls" value={count(totals.falls)} before={countBefore(before.falls)} />
        <Figure
          name="false_alarms"
          kind="false-alarms"
          value={count(totals.falseAlarms)}
          before={countBefore(before.falseAlarms)}
        />
        <Figure
          name="unanswered"
          kind="unanswered"
          value={count(totals.unanswered)}
          before={countBefore(before.unanswered)}
        />
        <Figure
          name="acknowledged"
          kind="slow"
          value={times(totals.acknowledgedMs)}
          before={times(before.acknowledgedMs)}
        />
        <Figure name="arrived" value={times(totals.arrivedMs)} before={times(before.arrivedMs)} />
        <Figure name="load" value={load(totals.alertLoad)} before={load(before.alertLoad)} />
        <Figure name="monitored" value={share(totals.monitoredShare)} before={share(before.monitoredShare)} />
        <Figure name="watched" value={share(totals.watchedShare)} before={share(before.watchedShare)} />
      </dl>
    </>
  );
}

interface FigureProps {
  /** The name of its texts. */
  readonly name:
    | 'alerts'
    | 'falls'
    | 'false_alarms'
    | 'unanswered'
    | 'acknowledged'
    | 'arrived'
    | 'load'
    | 'monitored'
    | 'watched';
  /** The alerts that it leads to. */
  readonly kind?: AlertKind;
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
