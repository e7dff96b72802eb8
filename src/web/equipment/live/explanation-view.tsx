import { statusOfName } from '../../../domain/room-status.ts';
import { useTranslation } from '../../language/translation.tsx';
import { listIconClass } from '../../ui/list/list.tsx';
import textStyles from '../../ui/text.module.css';
import { StatusIcon } from '../../ui/icons/status-icon.tsx';
import { translateReason } from '../../administration/form/reason-text.ts';
import { useTexts } from '../../administration/use-texts.ts';
import { findRoom, type KnownRoom } from '../editor/known-rooms.ts';
import type { Connection } from '../use-equipment.ts';
import type { Explanation } from './use-live-messages.ts';
import styles from '../equipment.module.css';
import layout from '../../ui/layout.module.css';

/** The messages are shown for this connection, which has the values of the form. */
export interface ConnectionViewProps {
  readonly connection: Connection;
  /** The rooms of the connection's location. Undefined: the rooms are not loaded yet. */
  readonly known: readonly KnownRoom[] | undefined;
}

interface ExplanationViewProps extends Pick<ConnectionViewProps, 'known'> {
  readonly explanation: Explanation;
}

/** Explains what a message would do in each room, and why. */
export function ExplanationView({ explanation, known }: ExplanationViewProps) {
  const { rooms, outcome, field, reason } = explanation;
  if (rooms.length === 0) {
    return (
      <div className={styles.box} data-tone={outcome}>
        <Outcome outcome={outcome} />
        <ReasonText field={field} reason={reason} />
      </div>
    );
  }
  return rooms.map((room) => (
    <div
      key={`${room.room} ${room.sourceKind} ${JSON.stringify(room.values)}`}
      className={styles.box}
      data-tone={room.outcome}
    >
      {room.status === null ? <Outcome outcome={room.outcome} /> : <Status name={room.status} />}
      <p dir="auto">{findRoom(known, room.room.slice(room.room.indexOf('/') + 1))?.displayName ?? room.room}</p>
      <ReasonText field={room.field} reason={room.reason} />
      <Values room={room} />
    </div>
  ));
}

function Outcome({ outcome }: Pick<Explanation, 'outcome'>) {
  const { t } = useTexts();
  return <p className={textStyles.name}>{t(`equipment.live.${outcome}`)}</p>;
}

function Status({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  const status = statusOfName(name);
  if (status === undefined) return <p className={textStyles.name}>{name}</p>;
  return (
    <p className={`${textStyles.name} ${layout.row}`}>
      <StatusIcon name={status.icon} className={listIconClass} />
      {t(`status.${status.name}`)}
    </p>
  );
}

/** Lists the values that the preset has read from the message. */
function Values({ room: { sourceKind, values } }: { readonly room: Explanation['rooms'][number] }) {
  const { t } = useTexts();
  const { t: board } = useTranslation();
  const listed = Object.entries(values).map(([name, value]) => `${name} = ${value}`);
  if (listed.length === 0) return null;
  return (
    <p className={textStyles.detail}>
      {t('equipment.live.values', { source: board(`source.${sourceKind}`), values: listed.join(', ') })}
    </p>
  );
}

/** Fields that stand for the whole message. A reason about one of them is shown without the name of the field. */
const wholeMessage = ['topic', 'payload', 'device'];

function ReasonText({ field, reason }: Pick<Explanation, 'field' | 'reason'>) {
  const { t } = useTexts();
  if (reason === null) return null;
  const text = translateReason(reason, t);
  return (
    <p className={textStyles.detail}>{field === null || wholeMessage.includes(field) ? text : `${field}: ${text}`}</p>
  );
}
