import type { Room } from '../../../domain/room.ts';
import { useTranslation } from '../../language/translation.tsx';
import { formatClockTime, formatMinutes } from '../../ui/time/time-format.ts';
import { Button } from '../../ui/button/button.tsx';
import choiceStyles from '../../ui/choices.module.css';
import styles from './room-options.module.css';
import { useRoomTexts } from '../../live/use-room-texts.ts';

/** An action of staff on a room: they pause its alerts, end the pause, or start a drill. */
export type RoomAction =
  | { readonly kind: 'pause'; readonly minutes: number }
  | { readonly kind: 'resume' }
  | { readonly kind: 'drill' };

export interface RoomControlsProps {
  readonly room: Room;
  readonly isDisabled: boolean;
  readonly onAction: (action: RoomAction) => void;
}

const choices = [15, 30, 60];

/** Pauses the alerts of a room while staff care for the resident, and ends the pause early. */
export function PauseControls({ room, isDisabled, onAction }: RoomControlsProps) {
  const { t, language } = useTranslation();
  const texts = useRoomTexts();
  const { pause } = room;
  return (
    <section className={styles.part}>
      {pause !== undefined && (
        <>
          <p className={styles.paused}>
            {texts('options.paused_by', {
              name: (pause.by.kind === 'user' ? pause.by.displayName : null) ?? t('alerts.colleague'),
              time: formatClockTime(pause.until).slice(0, -':00'.length),
            })}
          </p>
          <Button look="strong" disabled={isDisabled} onClick={() => onAction({ kind: 'resume' })}>
            {texts('options.resume')}
          </Button>
        </>
      )}
      <h3 className={styles.heading}>{texts('options.pause')}</h3>
      <div className={`${choiceStyles.choices} ${styles.choices}`}>
        {choices.map((minutes) => (
          <Button key={minutes} disabled={isDisabled} onClick={() => onAction({ kind: 'pause', minutes })}>
            {formatMinutes(minutes, language)}
          </Button>
        ))}
      </div>
      <p className={styles.effect}>{texts('options.pause_effect')}</p>
    </section>
  );
}
