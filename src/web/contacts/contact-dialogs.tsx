import { useState } from 'react';
import { ConfirmDialog } from '../administration/dialog/confirm-dialog.tsx';
import { CopyLine } from '../administration/one-time-secret/copy-line.tsx';
import { useTexts } from '../administration/use-texts.ts';
import { Button } from '../ui/button/button.tsx';
import { ButtonRow } from '../ui/button-row/button-row.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import layout from '../ui/layout.module.css';
import { PageNotice } from '../ui/notice/page-notice.tsx';
import { EditContactDialog, NewContactDialog } from './contact-forms.tsx';
import { type Contact, useContactCalls } from './use-contacts.ts';

/** The open dialog of the page: a new contact, or a step for a contact. */
export type OpenDialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'new-secret' | 'remove'; readonly uuid: string }
  | { readonly kind: 'secret'; readonly secret: string };

interface ContactDialogsProps {
  readonly dialog: OpenDialog | undefined;
  readonly contacts: readonly Contact[];
  readonly hasEmail: boolean;
  readonly onOpen: (dialog: OpenDialog) => void;
  readonly onClose: () => void;
}

export function ContactDialogs({ dialog, contacts, hasEmail, onOpen, onClose }: ContactDialogsProps) {
  const onSecret = (secret: string | null) => (secret === null ? onClose() : onOpen({ kind: 'secret', secret }));
  if (dialog === undefined) return null;
  if (dialog.kind === 'new') return <NewContactDialog hasEmail={hasEmail} onAdded={onSecret} onClose={onClose} />;
  if (dialog.kind === 'secret') return <SecretDialog secret={dialog.secret} onClose={onClose} />;
  const contact = contacts.find(({ uuid }) => uuid === dialog.uuid);
  if (contact === undefined) return null;
  const step = { contact, onClose };
  if (dialog.kind === 'new-secret') return <NewSecretDialog {...step} onSecret={onSecret} />;
  if (dialog.kind === 'remove') return <RemoveDialog {...step} />;
  return <EditContactDialog {...step} onStep={(kind) => onOpen({ kind, uuid: contact.uuid })} />;
}

interface StepProps {
  readonly contact: Contact;
  readonly onClose: () => void;
}

function RemoveDialog({ contact, onClose }: StepProps) {
  const { t } = useTexts();
  const { remove } = useContactCalls();
  // The contact when the dialog was opened, so that a change of somebody else is not removed unseen.
  const [opened] = useState(contact);
  const { name } = opened;
  return (
    <ConfirmDialog
      title={t('contacts.remove_title', { name })}
      confirmLabel={t('contacts.remove')}
      savedText={t('contacts.removed', { name })}
      onConfirm={() => remove(opened)}
      onClose={onClose}
    >
      {t('contacts.remove_text')}
    </ConfirmDialog>
  );
}

function NewSecretDialog({ contact, onSecret, onClose }: StepProps & { readonly onSecret: (secret: string) => void }) {
  const { t } = useTexts();
  const { replaceSecret } = useContactCalls();
  const [opened] = useState(contact);
  return (
    <ConfirmDialog
      title={t('contacts.new_secret_title', { name: opened.name })}
      confirmLabel={t('contacts.new_secret')}
      responseLostText={t('contacts.secret_lost')}
      onConfirm={async () => onSecret(await replaceSecret(opened))}
      onClose={onClose}
    >
      {t('contacts.new_secret_text')}
    </ConfirmDialog>
  );
}

/** Shows a new signing secret. The server does not send it a second time. */
function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Dialog title={t('contacts.secret')}>
      <div className={layout.stack}>
        <PageNotice tone="warning">{t('contacts.secret_once')}</PageNotice>
        <CopyLine label={t('contacts.secret')} text={secret} />
        <ButtonRow>
          <Button look="strong" onClick={onClose}>
            {t('shell.done')}
          </Button>
        </ButtonRow>
      </div>
    </Dialog>
  );
}
