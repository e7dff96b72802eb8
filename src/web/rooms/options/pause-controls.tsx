import type { Room } from '../../../domain/room.ts';
import type { ShownPause } from '../../../domain/alerts/shown-alert.ts';
import { useTranslation } from '../../language/translation.tsx';
import { clockTime, minutesText } from '../../ui/time/time-format.ts';
import styles from './room-options.module.css';
import type { RoomAction } from './use-room-calls.ts';
import { useOptionTexts } from './use-option-texts.ts';

export interface RoomControlsProps {
  readonly room: Room;
  readonly isDisabled: boolean;
  readonly onAction: (action: RoomAction) => void;
}

const choices = [15, 30, 60];

/** Pauses the alerts of a room while staff care for the resident, and ends the pause early. */
export function PauseControls({ room, isDisabled, onAction }: RoomControlsProps) {
  const { language } = useTranslation();
  const texts = useOptionTexts();
  const { pause } = room;
  return (
    <section className={styles.part}>
      {pause !== undefined && (
        <>
          <p className={styles.paused}>
            <PausedBy pause={pause} />
          </p>
          <button
            type="button"
            className={styles.main}
            disabled={isDisabled}
            onClick={() => onAction({ kind: 'resume' })}
          >
            {texts('resume')}
          </button>
        </>
      )}
      <h3 className={styles.heading}>{texts('pause')}</h3>
      <div className={styles.choices}>
        {choices.map((minutes) => (
          <button
            key={minutes}
            type="button"
            className={styles.choice}
            disabled={isDisabled}
            onClick={() => onAction({ kind: 'pause', minutes })}
          >
            {minutesText(minutes, language)}
          </button>
        ))}
      </div>
      <p className={styles.effect}>{texts('pause_effect')}</p>
    </section>
  );
}

function PausedBy({ pause: { by, until } }: { readonly pause: ShownPause }) {
  const { t } = useTranslation();
  const texts = useOptionTexts();
  const name = (by.kind === 'user' ? by.displayName : null) ?? t('alerts.colleague');
  return texts('paused_by', { name, time: clockTime(until).slice(0, 5) });
}
