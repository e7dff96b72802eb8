/** The page on which people turn on alerts on their phone, and see whether alerts reach their phones. */
import { useEffect, useState } from 'react';
import { phoneEndpoints } from '../../contract/phones/phones.ts';
import { useApi } from '../api/api-client.tsx';
import { reportConnection } from '../api/connection-state.ts';
import { Button } from '../ui/button/button.tsx';
import { List, ListRow } from '../ui/list/list.tsx';
import { PageNotice } from '../ui/notice/page-notice.tsx';
import { Page } from '../ui/page/page.tsx';
import { Section } from '../ui/page/section.tsx';
import textStyles from '../ui/text.module.css';
import { OwnPhone } from './own-phone.tsx';
import { SetUpPhone } from './set-up-phone.tsx';
import type { Phone } from './this-phone.ts';
import { usePhones } from './use-phones.ts';
import { usePhoneTexts } from './use-phone-texts.ts';

export function PhonesPage() {
  const texts = usePhoneTexts();
  const { call } = useApi();
  const [isTesting, setIsTesting] = useState(false);
  const { data, isError, refetch } = usePhones(isTesting);
  // Hides the connection indicator, because the page shows when its own requests fail.
  useEffect(() => reportConnection({ kind: 'none' }), []);
  const reload = () => void refetch();

  async function remove({ uuid }: Phone): Promise<void> {
    await call(phoneEndpoints.removePhone, { params: { id: uuid } }).catch(() => undefined);
    reload();
  }

  return (
    <Page title={texts('title')} about={texts('about')}>
      {data === undefined && !isError && <p className={textStyles.detail}>{texts('loading')}</p>}
      {isError && (
        <PageNotice tone="problem" isAlert>
          {texts('load_failed')}
        </PageNotice>
      )}
      {data?.own !== undefined && <OwnPhone phone={data.own} onTesting={setIsTesting} onChanged={reload} />}
      {data !== undefined && data.own === undefined && <SetUpPhone publicKey={data.publicKey} onChanged={reload} />}
      {data !== undefined && data.others.length > 0 && (
        <Section title={texts('others')}>
          <List isFramed label={texts('others')}>
            {data.others.map((phone) => (
              <ListRow
                key={phone.uuid}
                name={texts(`kind.${phone.kind}`)}
                actions={<Button onClick={() => void remove(phone)}>{texts('remove')}</Button>}
              >
                <span className={textStyles.detail}>{texts(`other_${phone.state}`)}</span>
              </ListRow>
            ))}
          </List>
        </Section>
      )}
      <p className={textStyles.detail}>{texts('ward_note')}</p>
    </Page>
  );
}
