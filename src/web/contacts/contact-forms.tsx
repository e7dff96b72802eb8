import { useState } from 'react';
import { languages } from '../../domain/language.ts';
import { FormDialog } from '../administration/dialog/form-dialog.tsx';
import { NameField } from '../administration/form/name-field.tsx';
import { SelectField } from '../administration/form/select-field.tsx';
import { TextField } from '../administration/form/text-field.tsx';
import { useNotify } from '../administration/notifications.tsx';
import { useBeforeLeaving } from '../administration/unsaved/unsaved-changes.ts';
import { useTexts } from '../administration/use-texts.ts';
import { Button } from '../ui/button/button.tsx';
import { ButtonRow } from '../ui/button-row/button-row.tsx';
import { PageNotice } from '../ui/notice/page-notice.tsx';
import { useLocationOptions } from './location-options.ts';
import { type Contact, type ContactValues, useContactCalls } from './use-contacts.ts';

type Channel = Contact['channel'];

interface NewContactDialogProps {
  readonly hasEmail: boolean;
  /** Receives the signing secret of a webhook, null for an e-mail address. */
  readonly onAdded: (secret: string | null) => void;
  readonly onClose: () => void;
}

export function NewContactDialog({ hasEmail, onAdded, onClose }: NewContactDialogProps) {
  const { t, language } = useTexts();
  const { add } = useContactCalls();
  const notify = useNotify();
  const locations = useLocationOptions();
  const [channel, setChannel] = useState<Channel>('webhook');
  const [chosen, setChosen] = useState<string>();
  const [values, setValues] = useState<ContactValues>({ name: '', address: '', language });
  const locationUUID = chosen ?? locations[0]?.value ?? '';
  const submit = async () => {
    // Ignores a submit before the places are loaded, because the contact has no location until then.
    if (locationUUID === '') return;
    onAdded(await add({ locationUUID, channel, ...values }));
    notify(t('contacts.saved', { name: values.name }));
  };
  return (
    <FormDialog
      title={t('contacts.new')}
      isDirty={values.name !== '' || values.address !== ''}
      responseLostText={t('contacts.secret_lost')}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        name="channel"
        label={t('contacts.channel')}
        hint={t('contacts.channel_hint')}
        value={channel}
        options={[
          { value: 'webhook', label: t('contacts.channels.webhook') },
          { value: 'email', label: t('contacts.channels.email') },
        ]}
        onChange={setChannel}
      />
      {channel === 'email' && !hasEmail && <PageNotice tone="warning">{t('contacts.email.unset')}</PageNotice>}
      <SelectField
        name="locationUUID"
        label={t('contacts.location')}
        value={locationUUID}
        options={locations}
        onChange={setChosen}
      />
      <ContactFields channel={channel} values={values} onChange={setValues} />
    </FormDialog>
  );
}

interface EditContactDialogProps {
  readonly contact: Contact;
  /** Replaces this dialog by the dialog of another step for the contact. */
  readonly onStep: (step: 'new-secret' | 'remove') => void;
  readonly onClose: () => void;
}

/** A dialog for the name and the address of a contact, with buttons for a new secret and for removing it. */
export function EditContactDialog({ contact, onStep, onClose }: EditContactDialogProps) {
  const { t } = useTexts();
  const { change } = useContactCalls();
  const beforeLeaving = useBeforeLeaving();
  // The contact when the form was opened. The server refuses the change if somebody else has changed it since.
  const [opened] = useState(contact);
  const { channel, name, address, language } = opened;
  const [values, setValues] = useState<ContactValues>({ name, address, language });
  const isDirty = values.name !== name || values.address !== address || values.language !== language;
  return (
    <FormDialog
      title={t('contacts.edit', { name })}
      isDirty={isDirty}
      savedText={t('contacts.saved', { name: values.name })}
      onSubmit={() => change(opened, values)}
      below={
        <ButtonRow side="start">
          {channel === 'webhook' && (
            <Button onClick={() => beforeLeaving(() => onStep('new-secret'))}>{t('contacts.new_secret')}</Button>
          )}
          <Button onClick={() => beforeLeaving(() => onStep('remove'))}>{t('contacts.remove')}</Button>
        </ButtonRow>
      }
      onClose={onClose}
    >
      <ContactFields channel={channel} values={values} onChange={setValues} />
    </FormDialog>
  );
}

interface ContactFieldsProps {
  readonly channel: Channel;
  readonly values: ContactValues;
  readonly onChange: (values: ContactValues) => void;
}

function ContactFields({ channel, values, onChange }: ContactFieldsProps) {
  const { t } = useTexts();
  const change = (part: Partial<ContactValues>) => onChange({ ...values, ...part });
  return (
    <>
      <NameField
        name="name"
        label={t('contacts.name')}
        hint={t('contacts.name_hint')}
        value={values.name}
        onChange={(name) => change({ name })}
      />
      <TextField
        name="address"
        label={t(`contacts.addresses.${channel}`)}
        hint={channel === 'webhook' ? t('contacts.url_hint', { example: 'https://example.org/alerts' }) : undefined}
        isRequired
        isVerbatim
        value={values.address}
        onChange={(address) => change({ address })}
      />
      {channel === 'email' && (
        <SelectField
          name="language"
          label={t('contacts.language')}
          value={values.language}
          options={languages.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(language) => change({ language })}
        />
      )}
    </>
  );
}
