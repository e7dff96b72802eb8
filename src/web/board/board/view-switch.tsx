import { useState } from 'react';
import { useTranslation } from '../../language/translation.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import styles from './view-switch.module.css';

const views = ['grid', 'list'] as const;
export type RoomView = (typeof views)[number];

const storageKey = 'room-status:view';

/** Whether the board shows cards or a table. The choice is stored in this browser (WARD-6). */
export function useRoomView(): [RoomView, (view: RoomView) => void] {
  const [view, setView] = useState<RoomView>(() => (localStorage.getItem(storageKey) === 'list' ? 'list' : 'grid'));
  function choose(next: RoomView): void {
    localStorage.setItem(storageKey, next);
    setView(next);
  }
  return [view, choose];
}

interface ViewSwitchProps {
  readonly view: RoomView;
  readonly onChoose: (view: RoomView) => void;
}

export function ViewSwitch({ view, onChoose }: ViewSwitchProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.group} role="group" aria-label={t('view.label')}>
      {views.map((name) => (
        <button
          key={name}
          type="button"
          className={styles.choice}
          aria-label={t(`view.${name}`)}
          title={t(`view.${name}`)}
          aria-pressed={view === name}
          onClick={() => onChoose(name)}
        >
          <UiIcon name={name} size="1.125rem" />
        </button>
      ))}
    </div>
  );
}
