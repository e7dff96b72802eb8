import { LoadState } from '../administration/load-state.tsx';
import { useTexts } from '../administration/use-texts.ts';
import { List } from '../ui/list/list.tsx';
import { PageNotice } from '../ui/notice/page-notice.tsx';
import { Section } from '../ui/page/section.tsx';
import { UndeliveredRow } from './undelivered-row.tsx';
import { useUndelivered } from './use-undelivered.ts';

/** The messages about alerts of the last days that reached neither a person nor a contact. */
export function UndeliveredSection() {
  const { t } = useTexts();
  const undelivered = useUndelivered();
  const items = undelivered.data?.items;
  return (
    <Section title={t('contacts.undelivered.title')} about={t('contacts.undelivered.about')}>
      {items === undefined && <LoadState queries={[undelivered]} title={t('shell.loading')} />}
      {items?.length === 0 && <PageNotice tone="none">{t('contacts.undelivered.none')}</PageNotice>}
      <List>
        {items?.map((notice) => (
          <UndeliveredRow key={notice.uuid} notice={notice} />
        ))}
      </List>
    </Section>
  );
}
