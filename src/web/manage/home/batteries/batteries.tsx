import { lowBatteryPercent } from '../../../../domain/battery-and-signal.ts';
import { UiIcon } from '../../../ui/icons/icons.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import type { RoomBatteries } from './use-batteries.ts';
import styles from './batteries.module.css';

/** Battery and signal of each source of a room. With several sources, each line says which one it is about. */
export function Batteries({ batteries }: { readonly batteries: RoomBatteries }) {
  if (batteries.length === 0) return null;
  return (
    <ul className={styles.list}>
      {batteries.map(({ source, battery, signal }) => (
        <li key={source} className={styles.line}>
          <BatteryAndSignal battery={battery} signal={signal} />
          {batteries.length > 1 && <span className={styles.source}>{source}</span>}
        </li>
      ))}
    </ul>
  );
}

/** `Battery 80 %, signal 45 %`. */
export function BatteryAndSignal({ battery, signal }: Pick<RoomBatteries[number], 'battery' | 'signal'>) {
  const { t } = useTexts();
  const isLow = battery !== null && battery <= lowBatteryPercent;
  return (
    <>
      {battery !== null && (
        <span className={isLow ? styles.low : undefined}>
          {isLow && <UiIcon name="warning" className={styles.icon} />}
          {t(isLow ? 'rooms.battery_low' : 'rooms.battery', { percent: String(battery) })}
        </span>
      )}
      {signal !== null && (
        <span>{t('rooms.signal', { value: `${signal.value} ${signal.unit === 'percent' ? '%' : signal.unit}` })}</span>
      )}
    </>
  );
}
