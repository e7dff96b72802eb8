import { useState } from 'react';
import { homeFileEndpoints, type homeFileFormats } from '../../../../contract/home/home-file.ts';
import { useApi } from '../../../api/api-client.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { ButtonRow } from '../../../ui/button-row/button-row.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { downloadFile } from '../../../administration/download.ts';
import { useBeforeLeaving } from '../../../administration/unsaved/unsaved-changes.ts';
import { useTexts } from '../../../administration/use-texts.ts';
import { ImportFileForm } from './import-file.tsx';

type Format = (typeof homeFileFormats)[number];

const formats: readonly { readonly format: Format; readonly name: string; readonly fileName: string }[] = [
  { format: 'excel', name: 'Excel (CSV)', fileName: 'room-status-home.csv' },
  { format: 'csv', name: 'CSV', fileName: 'room-status-home.csv' },
  { format: 'yaml', name: 'YAML', fileName: 'room-status-home.yaml' },
];

/** Exports the home as a file, and imports a home file after it has shown what the file would change. */
export function HomeFileDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const api = useApi();
  const beforeLeaving = useBeforeLeaving();
  const [hasFailed, setHasFailed] = useState(false);
  const save = async (format: Format, fileName: string) => {
    setHasFailed(false);
    await downloadFile(api, homeFileEndpoints.exportHome, fileName, { query: { format } }).catch(() =>
      setHasFailed(true),
    );
  };
  return (
    <Dialog title={t('rooms.file.title')} onClose={() => beforeLeaving(onClose)}>
      <Section title={t('rooms.file.save')} about={t('rooms.file.save_text')}>
        <ButtonRow side="start">
          {formats.map(({ format, name, fileName }) => (
            <Button key={format} onClick={() => void save(format, fileName)}>
              {name}
            </Button>
          ))}
        </ButtonRow>
        {hasFailed && <p role="alert">{t('rooms.file.not_read')}</p>}
      </Section>
      <Section title={t('rooms.file.import')} about={t('rooms.file.import_text')}>
        <ImportFileForm onImported={onClose} onCancel={onClose} />
      </Section>
    </Dialog>
  );
}
