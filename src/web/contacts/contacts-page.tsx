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
      <Section title={t('contacts.email.title')}>
        {emailFrom === null ? (
          <PageNotice tone="none">{t('contacts.email.unset')}</PageNotice>
        ) : (
          <p>{t('contacts.email.set', { address: emailFrom })}</p>
        )}
      </Section>
      <Section title={t('contacts.mqtt.title')}>
        {publishedTopic === null ? (
          <PageNotice tone="none">{t('contacts.mqtt.unset')}</PageNotice>
        ) : (
          <p>{t('contacts.mqtt.set', { topic: publishedTopic })}</p>
        )}
      </Section>
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
