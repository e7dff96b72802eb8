import { useActorName } from '../../history/alert-steps.tsx';
import { useLocalTime } from '../../history/local-time.ts';
import type { HandoverRoom, Note } from '../handover.ts';
import styles from '../handover.module.css';
import { useHandoverTexts } from '../use-handover-texts.ts';
import type { NoteDraft } from './note-dialog.tsx';

interface NotesProps {
  readonly room: HandoverRoom;
  readonly onWrite: (draft: NoteDraft) => void;
}

/** The notes about a room. A corrected one stays readable. */
export function Notes({ room, onWrite }: NotesProps) {
  const texts = useHandoverTexts();
  const corrected = new Set(room.notes.map(({ corrects }) => corrects));
  return (
    <>
      <ul className={styles.events}>
        {room.notes.map((note) => (
          <li key={note.uuid}>
            <NoteText note={note} isCorrected={corrected.has(note.uuid)} />
            {!corrected.has(note.uuid) && (
              <button type="button" className={styles.small} onClick={() => onWrite({ room, corrected: note })}>
                {texts('correct')}
              </button>
            )}
          </li>
        ))}
      </ul>
      <button type="button" className={styles.small} onClick={() => onWrite({ room, corrected: null })}>
        {texts('add_note')}
        <span className={styles.hidden}> {room.displayName}</span>
      </button>
    </>
  );
}

function NoteText({ note, isCorrected }: { readonly note: Note; readonly isCorrected: boolean }) {
  const texts = useHandoverTexts();
  const nameOf = useActorName();
  const { minute } = useLocalTime();
  const { text, by, at } = note;
  return (
    <>
      {isCorrected && <span className={styles.hidden}>{texts('corrected')}: </span>}
      {isCorrected ? <s dir="auto">{text}</s> : <span dir="auto">{text}</span>}{' '}
      <span className={styles.typical}>
        {nameOf(by)}, {minute(Date.parse(at))}
      </span>
    </>
  );
}
