import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { homeFileEndpoints } from '../../../../contract/home/home-file.ts';
import { useApi } from '../../../api/api-client.tsx';
import { ApiError } from '../../../api/api-error.ts';
import { keyboardScroll } from '../../../ui/keyboard-scroll.ts';
import { CheckField } from '../../../administration/form/check-field.tsx';
import { ConfirmationField } from '../../../administration/form/confirmation-field.tsx';
import { ManageForm } from '../../../administration/form/manage-form.tsx';
import { formatFieldError, fieldErrorsOf, explainRefusal } from '../../../administration/form/reason-text.ts';
import { useTexts } from '../../../administration/use-texts.ts';
import { useSave } from '../data/use-save.ts';
import { HomeFileDifference } from './file-difference.tsx';
import { type ChosenFile, readHomeFile } from './read-home-file.ts';
import styles from './file-dialog.module.css';
import { formControlClass } from '../../../ui/form/form-row.tsx';
import formStyles from '../../../ui/form/form.module.css';

interface ImportFileProps {
  readonly onImported: () => void;
  readonly onCancel: () => void;
}

/** Lets the user choose a home file, shows what the file would change, and imports it. */
export function ImportFileForm({ onImported, onCancel }: ImportFileProps) {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<ChosenFile>();
  const [removeMissing, setRemoveMissing] = useState(false);
  const choose = async (file: File | undefined) => setChosen(file && (await readHomeFile(file)));
  return (
    <>
      <input
        type="file"
        className={formControlClass}
        aria-label={t('rooms.file.choose')}
        accept=".yaml,.yml,.csv"
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      <CheckField isChecked={removeMissing} onChange={setRemoveMissing}>
        {t('rooms.file.remove_missing')}
      </CheckField>
      {chosen !== undefined && 'problem' in chosen && <p role="alert">{t(`rooms.file.${chosen.problem}`)}</p>}
      {chosen !== undefined && 'text' in chosen && (
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
  const save = useSave();
  const [isImporting, setIsImporting] = useState(false);
  const body = { format, text, removeMissing };
  const { data, error, refetch } = useQuery({
    queryKey: ['manage', 'home-file', id, removeMissing],
    queryFn: ({ signal }) => call(homeFileEndpoints.importHome, { body, query: { dryRun: 'true' }, signal }),
    gcTime: 0,
    // Fetched again after a conflict only: the file does not change, and the server needs a second to read it.
    staleTime: Infinity,
  });
  if (error !== null) return <FileErrors error={error} />;
  if (data === undefined) return <p role="status">{t('rooms.file.reading')}</p>;
  const { counts, version } = data;
  const count = counts.added + counts.changed + counts.removed + counts.retired;
  if (count === 0) return <p role="status">{t('rooms.file.no_changes')}</p>;
  const isRemoving = counts.removed + counts.retired > 0;
  const submit = async () => {
    setIsImporting(true);
    const send = () => call(homeFileEndpoints.importHome, { body: { ...body, version }, query: {} });
    try {
      await save({ send, text: t('rooms.file.imported', { name }), onSaved: onImported });
    } catch (failure) {
      // Somebody else has changed the home, so the user must see the new difference.
      if (failure instanceof ApiError && failure.status === 409) await refetch();
      throw failure;
    } finally {
      setIsImporting(false);
    }
  };
  return (
    <ManageForm
      submitLabel={t('rooms.file.submit', { count })}
      isDestructive={isRemoving}
      // A running import is not an unsaved change, because it continues when the dialog is closed.
      isDirty={!isImporting}
      onSubmit={submit}
      onCancel={isImporting ? undefined : onCancel}
    >
      <HomeFileDifference answer={data} />
      {isRemoving && <ConfirmationField name={name} />}
      {isImporting && <p role="status">{t('rooms.file.importing')}</p>}
    </ManageForm>
  );
}

/** Lists the errors of a file that cannot be imported, each with its line. */
function FileErrors({ error }: { readonly error: Error }) {
  const { t } = useTexts();
  const errors = fieldErrorsOf(error);
  const status = error instanceof ApiError ? error.status : undefined;
  const summary = errors.length > 0 ? 'has_errors' : status === 403 || status === 404 ? 'not_allowed' : 'not_read';
  return (
    <div role="alert" className={formStyles.error}>
      <p>{explainRefusal(error, t) ?? t(`rooms.file.${summary}`)}</p>
      <ul className={styles.list} {...keyboardScroll} aria-label={t('rooms.file.has_errors')}>
        {errors.map((one) => (
          <li key={`${one.field} ${one.reason}`}>{formatFieldError(one, t)}</li>
        ))}
      </ul>
    </div>
  );
}
