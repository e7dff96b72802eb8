import { comparedNumbers } from '../../../domain/history/nights/typical-range.ts';
import { Table } from '../../ui/table/table.tsx';
import { Axis } from '../band/axis.tsx';
import { useHistoryTexts } from '../use-history-texts.ts';
import { NightRow } from './night-row.tsx';
import styles from './nights.module.css';
import { isWholeDay, type RoomNights, spanOf } from './night.ts';
import { numberTexts, useNumberTexts } from './use-number-texts.ts';

interface NightTableProps extends Pick<RoomNights, 'nights' | 'typical'> {
  /** The address of the history of the room. */
  readonly path: string;
}

export function NightTable({ nights, typical, path }: NightTableProps) {
  const texts = useHistoryTexts();
  const { range } = useNumberTexts();
  const first = nights.find(isWholeDay);
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
          // A night of a clock change has other times than the axis of the table.
          <NightRow key={night.from} night={night} typical={typical} path={path} hasOwnAxis={!isWholeDay(night)} />
        ))}
      </tbody>
    </Table>
  );
}
