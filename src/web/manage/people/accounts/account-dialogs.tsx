/** The dialogs of the accounts, of which one is open at a time. */
import { ConfirmDialog } from '../../shell/dialog/confirm-dialog.tsx';
import { useNotify } from '../../shell/notifications.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { type Account, type Group, type Link, usePeopleCalls } from '../use-people.ts';
import { EditDialog } from './edit-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';

export type OpenDialog =
  | { readonly kind: 'invite' }
  | { readonly kind: 'link'; readonly name: string; readonly link: Link }
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
      <EditDialog
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
  const notify = useNotify();
  const { createLink, disable, remove } = usePeopleCalls();
  const name = account.displayName;
  const steps = {
    'new-password': async () => onOpen({ kind: 'link', name, link: await createLink(account) }),
    disable: async () => {
      await disable(account);
      notify({ text: t('people.disabled', { name }) });
      onClose();
    },
    remove: async () => {
      await remove(account);
      notify({ text: t('people.removed', { name }) });
      onClose();
    },
  } as const;
  const words = { 'new-password': 'link_ask', disable: 'disable', remove: 'remove' } as const;
  return (
    <ConfirmDialog
      title={t(`people.${words[kind]}_title`, { name })}
      confirmLabel={t(`people.${words[kind]}`)}
      nameToType={kind === 'remove' ? account.username : undefined}
      onConfirm={steps[kind]}
      onClose={onClose}
    >
      {t(`people.${words[kind]}_text`, { name })}
    </ConfirmDialog>
  );
}
