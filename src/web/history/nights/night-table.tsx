import { comparedNumbers } from '../../../domain/history/nights/typical-range.ts';
import { Table } from '../../ui/table/table.tsx';
import { Axis } from '../band/axis.tsx';
import { useHistoryTexts } from '../use-history-texts.ts';
import { NightRow } from './night-row.tsx';
import styles from './nights.module.css';
import { numberTexts, type RoomNights, useNumberTexts } from './use-number-texts.ts';

interface NightTableProps extends Pick<RoomNights, 'nights' | 'typical'> {
  /** The address of the history of the room. */
  readonly pathOf: () => string;
}

export function NightTable({ nights, typical, pathOf }: NightTableProps) {
  const texts = useHistoryTexts();
  const { range } = useNumberTexts();
  const first = nights.find(isOfUsualLength);
  return (
    <Table className={styles.nights}>
      <thead>
        <tr>
          <th scope="col">{texts('night')}</th>
          <th scope="col" className={styles.wide}>
            <span className={styles.caption}>{texts('what')}</span>
            {first !== undefined && <Axis span={spanOf(first)} />}
          </th>
          {comparedNumbers.map((name) => (
            <th key={name} scope="col">
              {texts(numberTexts[name])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {typical !== null && (
          <tr className={styles.typical}>
            <th scope="row" colSpan={2}>
              {texts('typical')}
            </th>
            {comparedNumbers.map((name) => (
              <td key={name} data-label={texts(numberTexts[name])}>
                {range(name, typical[name])}
              </td>
            ))}
          </tr>
        )}
        {nights.map((night) => (
          <NightRow
            key={night.from}
            night={night}
            span={spanOf(night)}
            typical={typical}
            path={pathOf()}
            hasOwnAxis={!isOfUsualLength(night)}
          />
        ))}
      </tbody>
    </Table>
  );
}

type Night = RoomNights['nights'][number];

const dayMs = 86_400_000;

/** The whole night, also while it goes on. */
function spanOf({ from, to, sleep }: Night) {
  const begin = Date.parse(from);
  // The latest night ends now. Its hours of sleep tell whether a clock change makes it longer or shorter.
  const change = Date.parse(sleep.to) - Date.parse(sleep.from) - 10 * 3_600_000;
  return { from: begin, to: Math.max(Date.parse(to), begin + dayMs + change) };
}

/** A night of a clock change has other times than the axis of the table. */
function isOfUsualLength(night: Night): boolean {
  const { from, to } = spanOf(night);
  return to - from === dayMs;
}
