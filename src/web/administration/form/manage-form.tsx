import { Form } from '@base-ui/react/form';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import buttonStyles from '../../ui/button.module.css';
import { ButtonRow } from '../../ui/button-row/button-row.tsx';
import styles from '../../ui/form/form.module.css';
import { OutcomeError, useIsResponseMissing } from '../outcomes/call-with-outcome.ts';
import { useTexts } from '../use-texts.ts';
import { unsavedForm } from '../unsaved/typed-text.tsx';
import { useBeforeLeaving, useUnsavedChanges } from '../unsaved/unsaved-changes.ts';
import { describeFailure, type FormFailure } from './describe-failure.ts';

interface ManageFormProps {
  readonly children: ReactNode;
  /** The text of the button that submits the form. Default: "Save". */
  readonly submitLabel?: string | undefined;
  readonly isDestructive?: boolean;
  /** Whether the form has unsaved changes. */
  readonly isDirty?: boolean;
  /** Says what to do when the change was saved but its response, which contains a secret shown only once, was lost. */
  readonly responseLostText?: string | undefined;
  /** Saves the form. Rejects with the error of the call, which the form shows beside the field that the error names. */
  readonly onSubmit: () => Promise<unknown>;
  readonly onCancel?: (() => void) | undefined;
}

/** A form that saves with one call, shows the errors of the call, and warns before unsaved changes are lost. */
export function ManageForm(props: ManageFormProps) {
  const { children, submitLabel, isDestructive = false, isDirty = false, responseLostText, onSubmit, onCancel } = props;
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
      const isLost = error instanceof OutcomeError && error.outcome === 'response_lost';
      const hasText = isLost && responseLostText !== undefined;
      setFailure(hasText ? { text: responseLostText, fields: {} } : describeFailure(error, fieldNames, t));
    }
    setIsSaving(false);
  };
  return (
    <Form
      className={styles.form}
      {...(isDirty && unsavedForm)}
      errors={failure?.fields ?? {}}
      onFormSubmit={(values) => {
        // Ignores a second press of the button while the form is being saved.
        if (!isSaving) void submit(Object.keys(values));
      }}
    >
      {children}
      {failure?.text !== undefined && (
        <p role="alert" className={styles.error}>
          {failure.text}
        </p>
      )}
      {isSaving && <MissingResponseText />}
      <ButtonRow>
        {onCancel !== undefined && <Button onClick={() => beforeLeaving(onCancel)}>{t('shell.cancel')}</Button>}
        <button
          type="submit"
          className={isDestructive ? buttonStyles.destructive : buttonStyles.strong}
          aria-busy={isSaving}
          aria-disabled={isSaving}
        >
          {submitLabel ?? t('shell.save')}
        </button>
      </ButtonRow>
    </Form>
  );
}

/** Explains that no response has arrived and that the page is asking the server whether the change was saved. */
function MissingResponseText() {
  const { t } = useTexts();
  return useIsResponseMissing() && <p role="status">{t('shell.asking')}</p>;
}
