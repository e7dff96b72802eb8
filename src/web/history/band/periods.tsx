import { memo } from 'react';
import type { StatusPeriod } from '../../../domain/history/status-periods.ts';
import { isUrgent, statusOfCode } from '../../../domain/room-status.ts';
import { statusStyle } from '../../board/status/status-style.ts';
import { useTranslation } from '../../language/translation.tsx';
import { StatusIcon } from '../../ui/icons/status-icon.tsx';
import styles from './band.module.css';
import { placeOf } from './place-of.ts';

interface PeriodsProps {
  readonly periods: readonly StatusPeriod[];
  readonly from: number;
  readonly to: number;
}

/** So much of the band shows an icon, or an icon with the name of the status, on a phone too. */
const minShare = { icon: 0.05, name: 0.25 };

/** The periods of a band, in an element that is positioned. */
export const Periods = memo(function Periods({ periods, from, to }: PeriodsProps) {
  const { t } = useTranslation();
  const span = { from, to };
  return periods
    .filter((period) => period.from < to && period.to >= from)
    .map(({ status, ...period }) => {
      const { name, icon, priority } = statusOfCode(status);
      const share = (Math.min(period.to, to) - Math.max(period.from, from)) / (to - from);
      return (
        <span
          key={`${period.from} ${period.to} ${status}`}
          className={styles.period}
          data-priority={priority}
          style={{ ...statusStyle(status, !isUrgent(status)), ...placeOf(period.from, period.to, span) }}
        >
          {share >= minShare.icon && <StatusIcon name={icon} size={18} className={styles.icon} />}
          {share >= minShare.name && <span className={styles.name}>{t(`status.${name}`)}</span>}
        </span>
      );
    });
});
