import { type SyntheticEvent, useId, useState } from 'react';
import { handoverEndpoints } from '../../../contract/handover/handover.ts';
import { maxNoteLength } from '../../../domain/alerts/alert.ts';
import { useApi } from '../../api/api-client.tsx';
import { useTranslation } from '../../language/translation.tsx';
import { Button } from '../../ui/button/button.tsx';
import buttonStyles from '../../ui/button.module.css';
import { ButtonRow } from '../../ui/button-row/button-row.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { formControlClass } from '../../ui/form/form-row.tsx';
import { PageNotice } from '../../ui/notice/page-notice.tsx';
import type { HandoverRoom, Note } from '../handover.ts';
import styles from '../handover.module.css';
import { useHandoverTexts } from '../use-handover-texts.ts';

/** What the dialog begins with. */
export interface NoteDraft {
  readonly room: HandoverRoom;
  /** The note that is corrected. Null: the note is a new one. */
  readonly corrected: Note | null;
}

interface NoteDialogProps {
  readonly draft: NoteDraft;
  readonly rooms: readonly HandoverRoom[];
  /** The start of the shift that the note is about. */
  readonly shiftFrom: string;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Writes a note, or a correction of one. A changed text stays until a button is pressed. */
export function NoteDialog({ draft, rooms, shiftFrom, onSaved, onClose }: NoteDialogProps) {
  const { t } = useTranslation();
  const texts = useHandoverTexts();
  const id = useId();
  const { corrected } = draft;
  const given = corrected?.text ?? '';
  const [{ roomUuid, text, uuid }, setNote] = useState(() => newNote(draft.room.streamUUID, given));
  const { state, save } = useSaveNote({ shiftFrom, corrected, onSaved, onClose });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && state !== 'saving') void save({ roomUuid, text, uuid });
  };
  return (
    <Dialog
      title={texts(corrected === null ? 'add_note' : 'correct_note')}
      onClose={text === given ? onClose : undefined}
    >
      <form className={styles.form} onSubmit={submit}>
        <label htmlFor={`${id}-room`}>{texts('room')}</label>
        <select
          id={`${id}-room`}
          className={formControlClass}
          value={roomUuid}
          disabled={corrected !== null || state === 'saving'}
          onChange={({ target }) => setNote(newNote(target.value, text))}
        >
          {rooms.map(({ streamUUID, displayName }) => (
            <option key={streamUUID} value={streamUUID}>
              {displayName}
            </option>
          ))}
        </select>
        <label htmlFor={`${id}-text`}>{texts('note')}</label>
        <textarea
          id={`${id}-text`}
          className={formControlClass}
          dir="auto"
          rows={4}
          required
          readOnly={state === 'saving'}
          maxLength={maxNoteLength}
          value={text}
          onChange={({ target }) => setNote(newNote(roomUuid, target.value))}
        />
        <p className={styles.typical}>{texts('about_notes')}</p>
        {state === 'failed' && (
          <PageNotice tone="problem" isAlert>
            {texts('not_saved')}
          </PageNotice>
        )}
        <ButtonRow>
          <Button onClick={onClose}>{t('alerts.close')}</Button>
          <button type="submit" className={buttonStyles.strong} aria-disabled={state === 'saving'}>
            {texts('save_note')}
          </button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

/**
 * A note has another uuid after each change, because the server keeps the first text of a uuid. A note that is sent
 * again after a lost response has the same uuid, so it is stored once.
 */
function newNote(roomUuid: string, text: string) {
  return { roomUuid, text, uuid: crypto.randomUUID() };
}

type SaveOptions = Pick<NoteDialogProps, 'shiftFrom' | 'onSaved' | 'onClose'> & Pick<NoteDraft, 'corrected'>;

function useSaveNote({ shiftFrom, corrected, onSaved, onClose }: SaveOptions) {
  const { call } = useApi();
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle');
  const save = async ({ roomUuid, text, uuid }: ReturnType<typeof newNote>): Promise<void> => {
    setState('saving');
    const correction = corrected === null ? {} : { corrects: corrected.uuid };
    const body = { uuid, shiftFrom, text, ...correction };
    try {
      await call(handoverEndpoints.addRoomNote, { params: { id: roomUuid }, body });
      onSaved();
      onClose();
    } catch {
      setState('failed');
    }
  };
  return { state, save };
}
