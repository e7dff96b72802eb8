import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { homeEndpoints } from '../../../../contract/manage/home.ts';
import { useApi } from '../../../api/api-client.tsx';
import { CheckField } from '../../shell/form/check-field.tsx';
import { ConfirmationField } from '../../shell/form/confirmation-field.tsx';
import { ManageForm } from '../../shell/form/manage-form.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { useChangeHome } from '../data/use-change-home.ts';
import { FileDifference } from './file-difference.tsx';
import { FileErrors } from './file-errors.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ProgressLine } from '../progress/progress-line.tsx';
import { type ChosenFile, readHomeFile } from './read-home-file.ts';
import styles from './file-dialog.module.css';

interface ImportFileProps {
  readonly onImported: () => void;
  readonly onCancel: () => void;
}

/** Chooses a file, shows what it would change, and imports it. */
export function ImportFile({ onImported, onCancel }: ImportFileProps) {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<ChosenFile | 'reading'>();
  const [removeMissing, setRemoveMissing] = useState(false);
  const choose = async (file: File | undefined) => {
    setChosen(file && 'reading');
    if (file !== undefined) setChosen(await readHomeFile(file));
  };
  return (
    <>
      <input
        type="file"
        className={styles.file}
        aria-label={t('rooms.file.choose')}
        accept=".yaml,.yml,.csv"
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      <CheckField isChecked={removeMissing} onChange={setRemoveMissing}>
        {t('rooms.file.remove_missing')}
      </CheckField>
      {chosen === 'reading' && <ProgressLine text={t('rooms.file.reading')} />}
      {typeof chosen === 'object' && 'problem' in chosen && <p role="alert">{t(`rooms.file.${chosen.problem}`)}</p>}
      {typeof chosen === 'object' && 'text' in chosen && (
        <Difference
          key={`${chosen.id} ${removeMissing}`}
          file={chosen}
          removeMissing={removeMissing}
          onImported={onImported}
          onCancel={onCancel}
        />
      )}
    </>
  );
}

interface DifferenceProps extends ImportFileProps {
  readonly file: Extract<ChosenFile, { readonly text: string }>;
  readonly removeMissing: boolean;
}

function Difference({ file: { id, name, format, text }, removeMissing, onImported, onCancel }: DifferenceProps) {
  const { t } = useTexts();
  const { call } = useApi();
  const { changeWith } = useChangeHome();
  const [importUUID, setImportUUID] = useState<string>();
  const body = { format, text, removeMissing };
  const { data, error } = useQuery({
    queryKey: ['manage', 'home-file', id, removeMissing],
    queryFn: ({ signal }) =>
      call(homeEndpoints.importHome, { body, query: { dryRun: 'true' }, maxAttempts: 1, signal }),
    gcTime: 0,
    // The text of a file never changes, and reading it costs the server a second.
    staleTime: Infinity,
  });
  if (error !== null) return <FileErrors error={error} />;
  if (data === undefined) return <ProgressLine text={t('rooms.file.reading')} />;
  const { counts } = data;
  const count = counts.added + counts.changed + counts.removed + counts.retired;
  if (count === 0) return <p role="status">{t('rooms.file.no_changes')}</p>;
  const isRemoving = counts.removed + counts.retired > 0;
  const submit = async () => {
    const uuid = crypto.randomUUID();
    setImportUUID(uuid);
    const importFile = () =>
      call(homeEndpoints.importHome, { body: { ...body, importUUID: uuid }, query: {}, maxAttempts: 1 });
    try {
      await changeWith(importFile, t('rooms.file.imported', { name }));
      onImported();
    } finally {
      setImportUUID(undefined);
    }
  };
  return (
    <ManageForm
      submitLabel={t('rooms.file.submit', { count })}
      isDestructive={isRemoving}
      // The import goes on when its dialog is closed.
      isDirty={importUUID === undefined}
      onSubmit={submit}
      onCancel={importUUID === undefined ? onCancel : undefined}
    >
      <FileDifference answer={data} />
      {isRemoving && <ConfirmationField name={name} />}
      {importUUID !== undefined && <ImportProgress importUUID={importUUID} total={count} />}
    </ManageForm>
  );
}
