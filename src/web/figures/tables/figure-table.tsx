import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { figuresEndpoints, type figureTables } from '../../../contract/figures/figures.ts';
import type { AlertKind } from '../../../domain/figures/alert-numbers.ts';
import { useTexts } from '../../administration/use-texts.ts';
import { Section } from '../../ui/page/section.tsx';
import { Table } from '../../ui/table/table.tsx';
import type { AlertNumbers, FiguresQuery } from '../figures.ts';
import styles from '../figures.module.css';
import { SaveButton } from '../save-button.tsx';
import { useAlertsAddress, useFigureTexts } from '../use-figure-texts.ts';

interface Row {
  readonly key: string;
  readonly name: string;
  readonly numbers: AlertNumbers;
  /** The alerts of the row. Undefined: they have no list of their own. */
  readonly filter: Readonly<Record<string, string>> | undefined;
  /** The values of the further columns. */
  readonly further: readonly string[];
}

interface FigureTableProps {
  readonly table: (typeof figureTables)[number];
  readonly query: FiguresQuery;
  /** The names of the columns after those of all tables. */
  readonly further?: readonly string[];
  readonly rows: readonly Row[];
}

/** A table of figures. The number of alerts is also a bar, and each number leads to its alerts. */
export function FigureTable({ table, query, further = [], rows }: FigureTableProps) {
  const { t } = useTexts();
  const { time } = useFigureTexts();
  const most = Math.max(1, ...rows.map(({ numbers }) => numbers.alerts));
  const save = { endpoint: figuresEndpoints.exportFigures, query: { ...query, table }, name: `figures-${table}` };
  return (
    <Section title={t(`figures.tables.${table}`)} actions={<SaveButton {...save} />}>
      <div className={styles.scroll}>
        <Table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('figures.name')}</th>
              <th scope="col">{t('figures.alerts')}</th>
              <th scope="col">{t('figures.falls')}</th>
              <th scope="col">{t('figures.false_alarms')}</th>
              <th scope="col">{t('figures.unanswered')}</th>
              <th scope="col">{t('figures.acknowledged_half')}</th>
              <th scope="col">{t('figures.acknowledged_most')}</th>
              {further.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, numbers, filter, further: values }) => (
              <tr key={key}>
                <th scope="row" dir="auto">
                  {name}
                </th>
                <td className={styles.bar}>
                  <span className={styles.length} style={{ inlineSize: `${(60 * numbers.alerts) / most}%` }} />
                  <Count value={numbers.alerts} filter={filter} kind="all" />
                </td>
                <td>
                  <Count value={numbers.falls} filter={filter} kind="falls" />
                </td>
                <td>
                  <Count value={numbers.falseAlarms} filter={filter} kind="false-alarms" />
                </td>
                <td>
                  <Count value={numbers.unanswered} filter={filter} kind="unanswered" />
                </td>
                <td>{time(numbers.acknowledgedMs?.p50)}</td>
                <td>{time(numbers.acknowledgedMs?.p90)}</td>
                {values.map((value, column) => (
                  <td key={further[column]}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Section>
  );
}

interface CountProps {
  readonly value: number;
  readonly filter: Row['filter'];
  readonly kind: AlertKind;
}

function Count({ value, filter, kind }: CountProps): ReactNode {
  const { count } = useFigureTexts();
  const addressOf = useAlertsAddress();
  if (filter === undefined || value === 0) return count(value);
  return (
    <Link to={addressOf({ ...filter, kind })} className={styles.link}>
      {count(value)}
    </Link>
  );
}
