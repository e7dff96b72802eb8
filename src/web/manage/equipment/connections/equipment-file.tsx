import { useState } from 'react';
import buttonStyles from '../../../ui/button.module.css';
import { FormDialog } from '../../shell/dialog/form-dialog.tsx';
import { useNotify } from '../../shell/notifications.tsx';
import pageStyles from '../../shell/page.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import { LinesField } from '../editor/lines-field.tsx';
import { type EquipmentState, useChangeEquipment } from '../use-equipment.ts';
import styles from './connections.module.css';

/** The file with the connections, for who prefers a text. */
export function EquipmentFile({ equipment }: { readonly equipment: EquipmentState }) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const { path, readOnlyReason, text } = equipment;
  return (
    <section className={pageStyles.section} aria-labelledby="equipment-file">
      <div className={pageStyles.head}>
        <h2 id="equipment-file" className={pageStyles.heading}>
          {t('equipment.file')}
        </h2>
        {readOnlyReason === null && (
          <button type="button" className={buttonStyles.quiet} onClick={() => setIsOpen(true)}>
            {t('equipment.edit_file')}
          </button>
        )}
      </div>
      {readOnlyReason !== null && <p className={pageStyles.none}>{t(`equipment.readonly.${readOnlyReason}`)}</p>}
      {path !== null && <p className={pageStyles.text}>{t('equipment.file_text', { path })}</p>}
      {readOnlyReason !== null && text !== '' && <pre className={styles.fileText}>{text}</pre>}
      {isOpen && <FileDialog equipment={equipment} onClose={() => setIsOpen(false)} />}
    </section>
  );
}

interface FileDialogProps {
  readonly equipment: EquipmentState;
  readonly onClose: () => void;
}

function FileDialog({ equipment, onClose }: FileDialogProps) {
  const { t } = useTexts();
  const change = useChangeEquipment();
  const notify = useNotify();
  // What the form was filled with. A change that somebody else makes meanwhile must not be overwritten.
  const [{ version, text: before }] = useState(equipment);
  const [text, setText] = useState(before);
  const save = async () => {
    await change({ version, text });
    notify({ text: t('equipment.file_saved') });
    onClose();
  };
  return (
    <FormDialog title={t('equipment.file')} isDirty={text !== before} onSubmit={save} onClose={onClose}>
      <LinesField name="text" label={t('equipment.file_yaml')} value={text} onChange={setText} rows={16} />
    </FormDialog>
  );
}
