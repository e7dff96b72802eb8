import { useState } from 'react';
import { ManagedAccount } from '../../../../contract/manage/people.ts';
import buttonStyles from '../../../ui/button.module.css';
import { FormDialog } from '../../shell/dialog/form-dialog.tsx';
import { useNotify } from '../../shell/notifications.tsx';
import { useBeforeLeaving } from '../../shell/unsaved/unsaved-changes.ts';
import { useTexts } from '../../shell/use-texts.ts';
import styles from './account-form.module.css';
import { type Account, type Group, usePeopleCalls } from '../use-people.ts';
import { useSeen } from '../use-seen.ts';
import { AccountFields } from './account-fields.tsx';
import { accountOf, type AccountValues, isSameAccount } from './account-values.ts';

interface EditDialogProps {
  readonly account: Account;
  readonly groups: readonly Group[];
  /** Opens the dialog of another step. */
  readonly onStep: (step: 'new-password' | 'disable' | 'remove') => void;
  readonly onClose: () => void;
}

/** Name and groups of an account, what the person sees, and the steps that end something. */
export function EditDialog({ account, groups, onStep, onClose }: EditDialogProps) {
  const { t } = useTexts();
  const notify = useNotify();
  const { change } = usePeopleCalls();
  const { seen, describeRefusal, afterChange } = useSeen(
    account,
    ManagedAccount,
    ({ displayName: name, groups: names }) => t('people.account_changed', { name, groups: names.join(', ') }),
  );
  const [values, setValues] = useState<AccountValues>({ ...account, newGroup: '' });
  return (
    <FormDialog
      title={t('people.account_of', { name: account.displayName })}
      isDirty={!isSameAccount(values, account)}
      describeRefusal={describeRefusal}
      onSubmit={async () => {
        await afterChange(change(seen, accountOf(values)));
        notify({ text: t('people.saved', { name: values.displayName }) });
        onClose();
      }}
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
  const [isFailed, setIsFailed] = useState(false);
  const enableAccount = async () => {
    await enable(account);
    notify({ text: t('people.enabled', { name: account.displayName }) });
    onClose();
  };
  return (
    <div className={styles.steps}>
      {account.state === 'disabled' ? (
        <button
          type="button"
          className={buttonStyles.quiet}
          onClick={() => void enableAccount().catch(() => setIsFailed(true))}
        >
          {t('people.enable')}
        </button>
      ) : (
        <>
          <button
            type="button"
            className={buttonStyles.quiet}
            onClick={() => beforeLeaving(() => onStep('new-password'))}
          >
            {t(account.state === 'invited' ? 'people.new_invitation' : 'people.new_password')}
          </button>
          <button type="button" className={buttonStyles.quiet} onClick={() => beforeLeaving(() => onStep('disable'))}>
            {t('people.disable')}
          </button>
        </>
      )}
      <button type="button" className={buttonStyles.quiet} onClick={() => beforeLeaving(() => onStep('remove'))}>
        {t('people.remove')}
      </button>
      {isFailed && <p role="alert">{t('shell.not_saved')}</p>}
    </div>
  );
}
