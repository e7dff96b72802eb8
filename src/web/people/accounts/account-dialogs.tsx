/** The dialogs of the accounts page, of which one is open at a time. */
import { ConfirmDialog } from '../../administration/dialog/confirm-dialog.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import { type Account, type Group, type PasswordLink, usePeopleCalls } from '../use-people.ts';
import { EditAccountDialog } from './edit-dialog.tsx';
import { useState } from 'react';
import { FormDialog } from '../../administration/dialog/form-dialog.tsx';
import { TextField } from '../../administration/form/text-field.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { OneTimeSecret } from '../../administration/one-time-secret/one-time-secret.tsx';
import { formatFullTime } from '../../ui/time/time-format.ts';
import { AccountFields } from './account-fields.tsx';
import { isSameAccount, emptyAccountValues } from './account-values.ts';

export type OpenDialog =
  | { readonly kind: 'invite' }
  | { readonly kind: 'link'; readonly name: string; readonly link: PasswordLink }
  | { readonly kind: 'edit' | 'new-password' | 'disable' | 'remove'; readonly uuid: string };

interface AccountDialogsProps {
  readonly dialog: OpenDialog | undefined;
  readonly accounts: readonly Account[];
  readonly groups: readonly Group[];
  readonly onOpen: (dialog: OpenDialog) => void;
  readonly onClose: () => void;
}

export function AccountDialogs({ dialog, accounts, groups, onOpen, onClose }: AccountDialogsProps) {
  if (dialog === undefined) return null;
  if (dialog.kind === 'invite') {
    return (
      <InviteDialog
        groups={groups}
        onInvited={(name, link) => onOpen({ kind: 'link', name, link })}
        onClose={onClose}
      />
    );
  }
  if (dialog.kind === 'link') return <LinkDialog name={dialog.name} link={dialog.link} onClose={onClose} />;
  const account = accounts.find(({ uuid }) => uuid === dialog.uuid);
  if (account === undefined) return null;
  if (dialog.kind === 'edit') {
    return (
      <EditAccountDialog
        account={account}
        groups={groups}
        onStep={(kind) => onOpen({ kind, uuid: account.uuid })}
        onClose={onClose}
      />
    );
  }
  return <ConfirmStep kind={dialog.kind} account={account} onOpen={onOpen} onClose={onClose} />;
}

interface ConfirmStepProps extends Pick<AccountDialogsProps, 'onOpen' | 'onClose'> {
  readonly kind: 'new-password' | 'disable' | 'remove';
  readonly account: Account;
}

function ConfirmStep({ kind, account, onOpen, onClose }: ConfirmStepProps) {
  const { t } = useTexts();
  const { createLink, disable, remove } = usePeopleCalls();
  const name = account.displayName;
  const steps = {
    'new-password': async () => onOpen({ kind: 'link', name, link: await createLink(account) }),
    disable: () => disable(account),
    remove: () => remove(account),
  } as const;
  const words = { 'new-password': 'link_ask', disable: 'disable', remove: 'remove' } as const;
  return (
    <ConfirmDialog
      title={t(`people.${words[kind]}_title`, { name })}
      confirmLabel={t(`people.${words[kind]}`)}
      nameToType={kind === 'remove' ? account.username : undefined}
      savedText={kind === 'new-password' ? undefined : t(`people.${kind}d`, { name })}
      responseLostText={t('people.link_answer_lost')}
      onConfirm={steps[kind]}
      onClose={onClose}
    >
      {t(`people.${words[kind]}_text`, { name })}
    </ConfirmDialog>
  );
}

interface InviteDialogProps {
  readonly groups: readonly Group[];
  readonly onInvited: (name: string, link: PasswordLink) => void;
  readonly onClose: () => void;
}

/** The dialog that creates an account. Its user chooses the password with a link. */
function InviteDialog({ groups, onInvited, onClose }: InviteDialogProps) {
  const { t } = useTexts();
  const { invite } = usePeopleCalls();
  const [values, setValues] = useState(emptyAccountValues);
  const [username, setUsername] = useState('');
  return (
    <FormDialog
      title={t('people.invite')}
      submitLabel={t('people.invite_submit')}
      isDirty={username !== '' || !isSameAccount(values, emptyAccountValues)}
      responseLostText={t('people.link_answer_lost')}
      onSubmit={async () => {
        const answer = await invite(username.trim(), values);
        onInvited(answer.account.displayName, answer.link);
      }}
      onClose={onClose}
    >
      <AccountFields values={values} onChange={setValues} groups={groups}>
        <TextField
          name="username"
          label={t('shell.username')}
          hint={t('people.username_hint')}
          value={username}
          onChange={setUsername}
          isRequired
          maxLength={100}
        />
      </AccountFields>
    </FormDialog>
  );
}

interface LinkDialogProps {
  readonly name: string;
  readonly link: PasswordLink;
  readonly onClose: () => void;
}

/** Shows the link with which a user chooses a password. The link cannot be shown again. */
function LinkDialog({ name, link: { url, expiresAt }, onClose }: LinkDialogProps) {
  const { t, language } = useTexts();
  return (
    <Dialog title={t('people.link_title', { name })}>
      <p>{t('people.link_text', { name, date: formatFullTime(expiresAt, language) })}</p>
      <OneTimeSecret
        notice={t('people.link_once')}
        label={t('people.link')}
        secret={url}
        qrLabel={t('people.link_qr')}
        usedBy="people"
        onDone={onClose}
      />
    </Dialog>
  );
}
