import { useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { ButtonRow } from '../../ui/button-row/button-row.tsx';
import { FormDialog } from '../../administration/dialog/form-dialog.tsx';
import { explainFailure } from '../../administration/form/describe-failure.ts';
import { useNotify } from '../../administration/notifications.tsx';
import { useBeforeLeaving } from '../../administration/unsaved/unsaved-changes.ts';
import { useTexts } from '../../administration/use-texts.ts';
import { type Account, type Group, usePeopleCalls } from '../use-people.ts';
import { AccountFields } from './account-fields.tsx';
import { type AccountValues, isSameAccount } from './account-values.ts';

interface EditDialogProps {
  readonly account: Account;
  readonly groups: readonly Group[];
  /** Replaces this dialog by the dialog of another step for the account. */
  readonly onStep: (step: 'new-password' | 'disable' | 'remove') => void;
  readonly onClose: () => void;
}

/** A dialog for name and groups of an account, with buttons for a new password, for disabling and for removing it. */
export function EditAccountDialog({ account, groups, onStep, onClose }: EditDialogProps) {
  const { t } = useTexts();
  const { change } = usePeopleCalls();
  // The account when the form was opened. The server refuses the change if somebody else has changed it since.
  const [opened] = useState(account);
  const [values, setValues] = useState<AccountValues>(account);
  return (
    <FormDialog
      title={t('people.account_of', { name: account.displayName })}
      isDirty={!isSameAccount(values, account)}
      savedText={t('people.saved', { name: values.displayName })}
      onSubmit={() => change(opened, values)}
      below={<Steps account={account} onStep={onStep} onClose={onClose} />}
      onClose={onClose}
    >
      <AccountFields values={values} onChange={setValues} groups={groups} />
    </FormDialog>
  );
}

function Steps({ account, onStep, onClose }: Pick<EditDialogProps, 'account' | 'onStep' | 'onClose'>) {
  const { t } = useTexts();
  const notify = useNotify();
  const beforeLeaving = useBeforeLeaving();
  const { enable } = usePeopleCalls();
  const [failure, setFailure] = useState<string>();
  const enableAccount = async () => {
    await enable(account);
    notify(t('people.enabled', { name: account.displayName }));
    onClose();
  };
  return (
    <ButtonRow side="start">
      {account.state === 'disabled' ? (
        <Button onClick={() => void enableAccount().catch((error: unknown) => setFailure(explainFailure(error, t)))}>
          {t('people.enable')}
        </Button>
      ) : (
        <>
          <Button onClick={() => beforeLeaving(() => onStep('new-password'))}>
            {t(account.state === 'invited' ? 'people.new_invitation' : 'people.new_password')}
          </Button>
          <Button onClick={() => beforeLeaving(() => onStep('disable'))}>{t('people.disable')}</Button>
        </>
      )}
      <Button onClick={() => beforeLeaving(() => onStep('remove'))}>{t('people.remove')}</Button>
      {failure !== undefined && <p role="alert">{failure}</p>}
    </ButtonRow>
  );
}
