import { statusOfName } from '../../../../domain/room-status.ts';
import { useTranslation } from '../../../language/translation.tsx';
import { StatusIcon } from '../../../ui/icons/status-icon.tsx';
import { BatteryAndSignal } from '../../home/batteries/batteries.tsx';
import { reasonText } from '../../shell/form/reason-text.ts';
import { useTexts } from '../../shell/use-texts.ts';
import type { Explanation } from './use-live-messages.ts';
import styles from './explanation-view.module.css';

/** What a message would do, for each room, and why. */
export function ExplanationView({ explanation }: { readonly explanation: Explanation }) {
  const { rooms, outcome, field, reasons } = explanation;
  if (rooms.length === 0) {
    return (
      <div className={styles.explanation} data-outcome={outcome}>
        <Outcome outcome={outcome} />
        <Reasons field={field} reasons={reasons} />
      </div>
    );
  }
  return rooms.map((room) => (
    <div
      key={`${room.room} ${room.source} ${room.patterns.join(' ')}`}
      className={styles.explanation}
      data-outcome={room.outcome}
    >
      {room.status === null ? <Outcome outcome={room.outcome} /> : <Status name={room.status} />}
      <p className={styles.room}>{room.room}</p>
      <Reasons field={room.field} reasons={room.reasons} />
      {(room.battery !== null || room.signal !== null) && (
        <p className={styles.measured}>
          <BatteryAndSignal battery={room.battery} signal={room.signal} />
        </p>
      )}
      {room.case !== null && <Reasons field={room.source} reasons={room.case.conditions} />}
    </div>
  ));
}

function Outcome({ outcome }: Pick<Explanation, 'outcome'>) {
  const { t } = useTexts();
  return <p className={styles.outcome}>{t(`equipment.live.${outcome}`)}</p>;
}

function Status({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  const status = statusOfName(name);
  if (status === undefined) return <p className={styles.outcome}>{name}</p>;
  return (
    <p className={styles.outcome}>
      <StatusIcon name={status.icon} className={styles.statusIcon} />
      {t(`status.${status.name}`)}
    </p>
  );
}

function Reasons({ field, reasons }: Pick<Explanation, 'field' | 'reasons'>) {
  const { t } = useTexts();
  const text = reasons.map((reason) => reasonText(reason, t)).join(' ');
  return <p className={styles.reason}>{field === null ? text : `${field}: ${text}`}</p>;
}
