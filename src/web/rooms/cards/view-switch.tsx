import { useTranslation } from 'react-i18next';
import { UiIcon } from '../../ui/icons/ui-icon.tsx';
import type { RoomView } from './use-room-view.ts';
import styles from './view-switch.module.css';

interface ViewSwitchProps {
  readonly view: RoomView;
  readonly onChoose: (view: RoomView) => void;
}

const views = ['grid', 'list'] as const;

/** Cards or table. */
export function ViewSwitch({ view, onChoose }: ViewSwitchProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.group} role="group" aria-label={t('view.label')}>
      {views.map((name) => (
        <button
          key={name}
          type="button"
          className={styles.choice}
          aria-pressed={view === name}
          onClick={() => onChoose(name)}
        >
          <UiIcon name={name} className={styles.icon} />
          {t(`view.${name}`)}
        </button>
      ))}
    </div>
  );
}
