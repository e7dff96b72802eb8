import { statusOfCode } from '../../../domain/room-status.ts';
import { useTranslation } from '../../language/translation.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { isAlertAnswered, type RoomAlert } from '../../live/open-alerts.ts';
import styles from './alert-rail.module.css';
import { useRoomTexts } from '../../live/use-room-texts.ts';

interface MoreAlertsProps {
  /** The alerts that do not fit into the rail, at least one. */
  readonly hidden: readonly RoomAlert[];
  /** The number of all alerts. */
  readonly count: number;
  readonly onOpen: () => void;
}

/** The statuses of high priority that have counting texts of their own, such as "2 falls". */
const statusWords = ['man_down', 'intruder_detected', 'sitting_on_floor'] as const;

/**
 * A button with the number of alerts that do not fit, in the colour of the most urgent unanswered one. It opens the
 * list of all alerts.
 */
export function MoreAlerts({ hidden, count, onOpen }: MoreAlertsProps) {
  const { t } = useTranslation();
  const texts = useRoomTexts();
  const unanswered = hidden.filter(({ alert }) => !isAlertAnswered(alert));
  const high = unanswered.filter(({ alert }) => alert.priority === 'high');
  const word = statusWords.find((name) => high.every(({ alert }) => statusOfCode(alert.status).name === name));
  const rest = hidden.length - high.length;
  const text = [
    high.length > 0 ? texts(`rail.${word ?? 'urgent'}`, { count: high.length }) : '',
    rest > 0 ? `+${rest}` : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
  return (
    <button
      type="button"
      className={styles.more}
      data-priority={high.length > 0 ? 'high' : unanswered[0]?.alert.priority}
      aria-label={`${text}: ${t('alerts.count', { count })}`}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {unanswered.length > 0 && <UiIcon name="warning" size="1.25rem" />}
      {text}
    </button>
  );
}
