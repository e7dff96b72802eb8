import { Form } from '@base-ui/react/form';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import buttonStyles from '../../../ui/button.module.css';
import { errorText, fieldErrorsOf, fieldNameOf, reasonText, refusalText } from './reason-text.ts';
import { type ManageTranslate, useTexts } from '../use-texts.ts';
import { useBeforeLeaving, useUnsavedChanges } from '../unsaved/unsaved-changes.ts';
import styles from './form.module.css';

interface ManageFormProps {
  readonly children: ReactNode;
  /** Default: "Save". */
  readonly submitLabel?: string | undefined;
  readonly isDestructive?: boolean;
  /** Whether the form has changes that would be lost. */
  readonly isDirty?: boolean;
  /** The texts for a refusal that only this form knows. Undefined: the usual texts. */
  readonly describeRefusal?: ((error: ApiError) => FormFailure | undefined) | undefined;
  /** Rejects with the error of the call. The form shows it, beside the field that the server names. */
  readonly onSubmit: () => Promise<void>;
  readonly onCancel?: (() => void) | undefined;
}

/** What a form shows of a failed call: a text, and errors beside the fields with these names. */
export interface FormFailure {
  readonly text?: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A form that saves with one call: shows its errors, and warns before its changes are lost. */
export function ManageForm(props: ManageFormProps) {
  const { children, submitLabel, isDestructive = false, isDirty = false, describeRefusal, onSubmit, onCancel } = props;
  const { t } = useTexts();
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<FormFailure>();
  useUnsavedChanges(isDirty);
  const beforeLeaving = useBeforeLeaving();
  const submit = async (fieldNames: readonly string[]) => {
    setIsSaving(true);
    setFailure(undefined);
    try {
      await onSubmit();
    } catch (error) {
      const refusal = error instanceof ApiError ? describeRefusal?.(error) : undefined;
      setFailure(refusal ?? describeFailure(error, fieldNames, t));
    }
    setIsSaving(false);
  };
  return (
    <Form
      className={styles.form}
      errors={failure?.fields ?? {}}
      onFormSubmit={(values) => {
        // A second press while the first one is being saved does nothing.
        if (!isSaving) void submit(Object.keys(values));
      }}
    >
      {children}
      {failure?.text !== undefined && (
        <p role="alert" className={styles.failure}>
          {failure.text}
        </p>
      )}
      <div className={styles.buttons}>
        {onCancel !== undefined && (
          <button type="button" className={buttonStyles.quiet} onClick={() => beforeLeaving(onCancel)}>
            {t('shell.cancel')}
          </button>
        )}
        <button
          type="submit"
          className={isDestructive ? styles.destructive : buttonStyles.strong}
          aria-busy={isSaving}
          aria-disabled={isSaving}
        >
          {submitLabel ?? t('shell.save')}
        </button>
      </div>
    </Form>
  );
}

/** The errors of a failed call beside the fields of the form, and all others as its text. */
function describeFailure(error: unknown, fieldNames: readonly string[], t: ManageTranslate): FormFailure {
  const errors = fieldErrorsOf(error).map((one) => ({ one, name: fieldNameOf(one.field, fieldNames) }));
  if (errors.length > 0) {
    const others = errors.flatMap(({ one, name }) => (name === undefined ? [errorText(one, t)] : []));
    return {
      ...(others.length > 0 && { text: [...new Set(others)].join('\n') }),
      fields: Object.fromEntries(
        errors.flatMap(({ one, name }) => (name === undefined ? [] : [[name, reasonText(one, t)]])),
      ),
    };
  }
  const refusal = refusalText(error, t);
  if (refusal !== undefined) return { text: refusal, fields: {} };
  const status = error instanceof ApiError ? error.status : undefined;
  const name = status === 403 ? 'forbidden' : status === 404 ? 'gone' : 'not_saved';
  return { text: t(`shell.${name}`), fields: {} };
}
