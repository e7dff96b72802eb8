import { useState } from 'react';
import { type homeFileFormats, homeEndpoints } from '../../../../contract/manage/home.ts';
import { useApi } from '../../../api/api-client.tsx';
import buttonStyles from '../../../ui/button.module.css';
import { Dialog } from '../../shell/dialog/dialog.tsx';
import { download } from '../../shell/download.ts';
import { useBeforeLeaving } from '../../shell/unsaved/unsaved-changes.ts';
import { useTexts } from '../../shell/use-texts.ts';
import { ImportFile } from './import-file.tsx';
import styles from './file-dialog.module.css';

type Format = (typeof homeFileFormats)[number];

const formats: readonly { readonly format: Format; readonly name: string; readonly fileName: string }[] = [
  { format: 'excel', name: 'Excel (CSV)', fileName: 'room-status-home.csv' },
  { format: 'csv', name: 'CSV', fileName: 'room-status-home.csv' },
  { format: 'yaml', name: 'YAML', fileName: 'room-status-home.yaml' },
];

/** The home as a file: out, and in with the difference shown before it is done. */
export function FileDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const api = useApi();
  const beforeLeaving = useBeforeLeaving();
  const [hasFailed, setHasFailed] = useState(false);
  const save = async (format: Format, fileName: string) => {
    setHasFailed(false);
    await download(api, homeEndpoints.exportHome, fileName, { format }).catch(() => setHasFailed(true));
  };
  return (
    <Dialog title={t('rooms.file.title')} onClose={() => beforeLeaving(onClose)}>
      <section className={styles.part}>
        <h3 className={styles.heading}>{t('rooms.file.save')}</h3>
        <p className={styles.text}>{t('rooms.file.save_text')}</p>
        <div className={styles.formats}>
          {formats.map(({ format, name, fileName }) => (
            <button
              key={format}
              type="button"
              className={buttonStyles.quiet}
              onClick={() => void save(format, fileName)}
            >
              {name}
            </button>
          ))}
        </div>
        {hasFailed && <p role="alert">{t('rooms.file.not_read')}</p>}
      </section>
      <section className={styles.part}>
        <h3 className={styles.heading}>{t('rooms.file.import')}</h3>
        <p className={styles.text}>{t('rooms.file.import_text')}</p>
        <ImportFile onImported={onClose} onCancel={onClose} />
      </section>
    </Dialog>
  );
}
