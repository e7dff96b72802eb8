import { useState } from 'react';
import { FormDialog } from '../../shell/dialog/form-dialog.tsx';
import { UsernameField } from '../../shell/form/username-field.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { type Group, type Link, usePeopleCalls } from '../use-people.ts';
import { AccountFields } from './account-fields.tsx';
import { accountOf, isSameAccount, noAccountValues } from './account-values.ts';

interface InviteDialogProps {
  readonly groups: readonly Group[];
  readonly onInvited: (name: string, link: Link) => void;
  readonly onClose: () => void;
}

/** Creates an account, whose person chooses the password with a link. */
export function InviteDialog({ groups, onInvited, onClose }: InviteDialogProps) {
  const { t } = useTexts();
  const { invite } = usePeopleCalls();
  const [values, setValues] = useState(noAccountValues);
  const [username, setUsername] = useState('');
  return (
    <FormDialog
      title={t('people.invite')}
      submitLabel={t('people.invite_submit')}
      isDirty={username !== '' || !isSameAccount(values, noAccountValues)}
      onSubmit={async () => {
        const answer = await invite({ username: username.trim(), ...accountOf(values) });
        onInvited(answer.account.displayName, answer.link);
      }}
      onClose={onClose}
    >
      <AccountFields values={values} onChange={setValues} groups={groups}>
        <UsernameField hint={t('people.username_hint')} value={username} onChange={setUsername} />
      </AccountFields>
    </FormDialog>
  );
}
