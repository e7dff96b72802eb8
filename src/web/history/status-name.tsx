import { statusOfCode } from '../../domain/room-status.ts';
import { statusStyle } from '../board/status/status-style.ts';
import { useTranslation } from '../language/translation.tsx';
import { StatusIcon } from '../ui/icons/status-icon.tsx';
import styles from './history-list.module.css';

/** The name of a status with its icon in its colour. */
export function StatusName({ status }: { readonly status: number }) {
  const { t } = useTranslation();
  const { name, icon, priority } = statusOfCode(status);
  return (
    <span className={styles.line}>
      <span className={styles.swatch} style={statusStyle(status, priority === 'information')}>
        <StatusIcon name={icon} size={16} />
      </span>
      {t(`status.${name}`)}
    </span>
  );
}
