import { comparedValue } from '../../../domain/history/nights/typical-range.ts';
import { useNumberTexts, numberTexts } from '../../history/nights/use-number-texts.ts';
import { useHistoryTexts } from '../../history/use-history-texts.ts';
import { type HandoverRoom, raisedOf } from '../handover.ts';
import styles from '../handover.module.css';
import { useHandoverTexts } from '../use-handover-texts.ts';

/** How the night of a room differs from its own nights before, with the numbers. */
export function Night({ room }: { readonly room: HandoverRoom }) {
  const texts = useHandoverTexts();
  const names = useHistoryTexts();
  const { value, range } = useNumberTexts();
  const { night } = room;
  if (night === null || night.typical === null || !night.isComparable) return <>{names('not_compared')}</>;
  const { numbers, typical } = night;
  const raised = raisedOf(room);
  if (raised.length === 0) return <>{texts('as_typical')}</>;
  return (
    <ul className={styles.events}>
      {raised.map((name) => (
        <li key={name}>
          <span aria-hidden="true">▲ </span>
          {names(numberTexts[name])} <strong>{value(name, comparedValue(numbers, name))}</strong>{' '}
          <span className={styles.typical}>({texts('typically', { range: range(name, typical[name]) })})</span>
        </li>
      ))}
    </ul>
  );
}
