import { useMemo } from 'react';
import { statusOfCode } from '../../../domain/room-status.ts';
import type { Room } from '../../../domain/room.ts';
import { useTranslation } from '../../language/translation.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { alertsOffOf } from './alerts-off.ts';
import { useWatchTexts } from './use-watch-texts.ts';
import styles from './watch-notices.module.css';

/** A notice names at most this number of rooms. */
const maxNamed = 5;

/** Tells staff that the rules let a fall raise no alert, in all rooms or in some. */
export function AlertsOffNotice({ rooms }: { readonly rooms: readonly Room[] }) {
  const { t } = useTranslation();
  const texts = useWatchTexts();
  const off = useMemo(() => alertsOffOf(rooms), [rooms]);
  return off.map(({ statuses, rooms: names }) => {
    const status = statuses.map((code) => t(`status.${statusOfCode(code).name}`)).join(', ');
    const listed = names && [...names.slice(0, maxNamed), ...(names.length > maxNamed ? ['…'] : [])].join(', ');
    return (
      <p key={status} className={styles.notice}>
        <UiIcon name="warning" className={styles.icon} />
        {listed === null
          ? texts('alerts_off', { statuses: status })
          : texts('alerts_off_in', { rooms: listed, statuses: status })}
      </p>
    );
  });
}
