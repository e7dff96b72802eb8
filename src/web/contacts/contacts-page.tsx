import { useState } from 'react';
import { ActionButton } from '../administration/action-button.tsx';
import { LoadState } from '../administration/load-state.tsx';
import { useTexts } from '../administration/use-texts.ts';
import { UndeliveredSection } from '../notices/undelivered-section.tsx';
import { List } from '../ui/list/list.tsx';
import { PageNotice } from '../ui/notice/page-notice.tsx';
import { Page } from '../ui/page/page.tsx';
import { Section } from '../ui/page/section.tsx';
import { ContactDialogs, type OpenDialog } from './contact-dialogs.tsx';
import { ContactRow } from './contact-row.tsx';
import { DiscreetSection } from './discreet-section.tsx';
import { useContacts } from './use-contacts.ts';

/** The administration page for the contacts of locations. */
export function ContactsPage() {
  const { t } = useTexts();
  const contacts = useContacts();
  const [dialog, setDialog] = useState<OpenDialog>();
  if (contacts.data === undefined) return <LoadState queries={[contacts]} title={t('shell.loading')} />;
  const { items, emailFrom, publishedTopic } = contacts.data;
  return (
    <Page title={t('contacts.title')}>
      <Section
        title={t('contacts.contacts')}
        about={t('contacts.text')}
        actions={
          <ActionButton icon="add" look="strong" onClick={() => setDialog({ kind: 'new' })}>
            {t('contacts.add')}
          </ActionButton>
        }
      >
        {items.length === 0 && <PageNotice tone="none">{t('contacts.none')}</PageNotice>}
        <List>
          {items.map((contact) => (
            <ContactRow
              key={contact.uuid}
              contact={contact}
              onOpen={() => setDialog({ kind: 'edit', uuid: contact.uuid })}
            />
          ))}
        </List>
      </Section>
      <SettingSection title={t('contacts.email.title')} missing={t('contacts.email.unset')}>
        {emailFrom !== null && t('contacts.email.set', { address: emailFrom })}
      </SettingSection>
      <SettingSection title={t('contacts.mqtt.title')} missing={t('contacts.mqtt.unset')}>
        {publishedTopic !== null && t('contacts.mqtt.set', { topic: publishedTopic })}
      </SettingSection>
      <DiscreetSection />
      <UndeliveredSection />
      <ContactDialogs
        dialog={dialog}
        contacts={items}
        hasEmail={emailFrom !== null}
        onOpen={setDialog}
        onClose={() => setDialog(undefined)}
      />
    </Page>
  );
}

interface SettingSectionProps {
  readonly title: string;
  /** What the operator has to do before it works. */
  readonly missing: string;
  /** What is set up. False: nothing. */
  readonly children: string | false;
}

function SettingSection({ title, missing, children }: SettingSectionProps) {
  return (
    <Section title={title}>
      {children === false ? <PageNotice tone="none">{missing}</PageNotice> : <p>{children}</p>}
    </Section>
  );
}
