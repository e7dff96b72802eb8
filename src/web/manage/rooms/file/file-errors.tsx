import { ApiError } from '../../../api/api-error.ts';
import { errorText, fieldErrorsOf, refusalText } from '../../shell/form/reason-text.ts';
import { useTexts } from '../../shell/use-texts.ts';
import styles from './file-dialog.module.css';
import { keyboardScroll } from '../../../ui/keyboard-scroll.ts';

/** Why a file cannot be imported: each error with its line. */
export function FileErrors({ error }: { readonly error: Error }) {
  const { t } = useTexts();
  const errors = fieldErrorsOf(error);
  const status = error instanceof ApiError ? error.status : undefined;
  const summary = errors.length > 0 ? 'has_errors' : status === 403 || status === 404 ? 'not_allowed' : 'not_read';
  return (
    <div role="alert" className={styles.errors}>
      <p>{refusalText(error, t) ?? t(`rooms.file.${summary}`)}</p>
      <ul {...keyboardScroll} aria-label={t('rooms.file.has_errors')}>
        {errors.map((one) => (
          <li key={`${one.field} ${one.reason}`}>{errorText(one, t)}</li>
        ))}
      </ul>
    </div>
  );
}
