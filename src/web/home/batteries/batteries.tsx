import { lowBatteryPercent } from '../../../domain/battery-and-signal.ts';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import type { RoomBatteries } from './use-batteries.ts';
import styles from './batteries.module.css';
import layout from '../../ui/layout.module.css';

/** Shows battery and signal of each source of a room. With several sources, each line names its source. */
export function Batteries({ batteries }: { readonly batteries: RoomBatteries }) {
  if (batteries.length === 0) return null;
  return (
    <ul className={styles.list}>
      {batteries.map(({ source, battery, signal }) => (
        <li key={source} className={layout.row}>
          <BatteryAndSignal battery={battery} signal={signal} />
          {batteries.length > 1 && <span>{source}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Formats the values, such as `Battery 80 %, signal 45 %`. */
function BatteryAndSignal({ battery, signal }: Pick<RoomBatteries[number], 'battery' | 'signal'>) {
  const { t } = useTexts();
  const isLow = battery !== null && battery <= lowBatteryPercent;
  return (
    <>
      {battery !== null && (
        <span className={isLow ? styles.low : undefined}>
          {isLow && <UiIcon name="warning" size={16} />}
          {t(isLow ? 'rooms.battery_low' : 'rooms.battery', { percent: String(battery) })}
        </span>
      )}
      {signal !== null && (
        <span>{t('rooms.signal', { value: `${signal.value} ${signal.unit === 'percent' ? '%' : signal.unit}` })}</span>
      )}
    </>
  );
}
