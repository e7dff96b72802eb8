import { Link } from 'react-router';
import { isManager, useMe } from '../../api/me.ts';
import { useTranslation } from '../../language/translation.tsx';
import type { RoomControlsProps } from './pause-controls.tsx';
import styles from './room-options.module.css';
import { useOptionTexts } from './use-option-texts.ts';

interface DrillProps extends RoomControlsProps {
  /** The page that tests the rooms of the ward one by one. Undefined: the ward is not known. */
  readonly walkTestAddress: string | undefined;
}

/** Raises a fall that is marked as a test. Other users than managers and administrators see nothing. */
export function Drill({ walkTestAddress, isDisabled, onAction }: DrillProps) {
  const { t } = useTranslation();
  const texts = useOptionTexts();
  const { data: me } = useMe();
  if (me === undefined || !isManager(me)) return null;
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>{texts('drill')}</h3>
      <button type="button" className={styles.choice} disabled={isDisabled} onClick={() => onAction({ kind: 'drill' })}>
        {t('alerts.test_of', { name: t('status.fall_detected') })}
      </button>
      <p className={styles.effect}>{texts('drill_effect')}</p>
      {walkTestAddress !== undefined && (
        <Link to={walkTestAddress} className={styles.link}>
          {t('walk_test')}
        </Link>
      )}
    </section>
  );
}
