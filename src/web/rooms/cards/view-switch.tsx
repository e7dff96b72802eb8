import { useTranslation } from 'react-i18next';
import { UiIcon } from '../../ui/icons/icons.tsx';
import type { RoomView } from './use-room-view.ts';
import styles from './view-switch.module.css';

interface ViewSwitchProps {
  readonly view: RoomView;
  readonly onChoose: (view: RoomView) => void;
  /** On a phone the buttons show their icon only, to leave space for the alarms. */
  readonly isCompact: boolean;
}

const views = ['grid', 'list'] as const;

export function ViewSwitch({ view, onChoose, isCompact }: ViewSwitchProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.group} role="group" aria-label={t('view.label')} data-compact={isCompact}>
      {views.map((name) => (
        <button
          key={name}
          type="button"
          className={styles.choice}
          aria-pressed={view === name}
          onClick={() => onChoose(name)}
        >
          <UiIcon name={name} className={styles.icon} />
          <span className={styles.word}>{t(`view.${name}`)}</span>
        </button>
      ))}
    </div>
  );
}
