import { useState } from 'react';
import { phoneEndpoints } from '../../contract/phones/phones.ts';
import { useApi } from '../api/api-client.tsx';
import { useTranslation } from '../language/translation.tsx';
import { Button } from '../ui/button/button.tsx';
import { ButtonRow } from '../ui/button-row/button-row.tsx';
import { Section } from '../ui/page/section.tsx';
import { PageNotice } from '../ui/notice/page-notice.tsx';
import { kindOfPhone, phoneRequestOf, phoneSupport, subscribe } from './this-phone.ts';
import { usePhoneTexts } from './use-phone-texts.ts';

interface SetUpPhoneProps {
  readonly publicKey: string;
  readonly onChanged: () => void;
}

/** Turns on alerts on this phone, or says why that is not possible. A test is sent at once. */
export function SetUpPhone({ publicKey, onChanged }: SetUpPhoneProps) {
  const texts = usePhoneTexts();
  const { language } = useTranslation();
  const { call } = useApi();
  const support = phoneSupport();
  const [state, setState] = useState<'idle' | 'denied' | 'saving' | 'failed'>(() =>
    support === 'supported' && Notification.permission === 'denied' ? 'denied' : 'idle',
  );

  async function setUp(): Promise<void> {
    setState('saving');
    try {
      // The browser asks the user. Nothing may be awaited before, because some browsers ask only within the tap.
      const permission = await Notification.requestPermission();
      if (permission !== 'granted') return setState(permission === 'denied' ? 'denied' : 'idle');
      const body = phoneRequestOf(await subscribe(publicKey), language);
      const { uuid } = await call(phoneEndpoints.addPhone, { body });
      await call(phoneEndpoints.testPhone, { params: { id: uuid }, maxAttempts: 1 }).catch(() => undefined);
      onChanged();
    } catch (error) {
      console.warn('The phone could not be set up, reason:', error);
      setState('failed');
    }
  }

  if (support !== 'supported') {
    const reason = texts(support === 'home-screen' ? 'home_screen' : 'unsupported');
    return <PageNotice tone="warning">{reason}</PageNotice>;
  }
  return (
    <Section title={texts(`kind.${kindOfPhone()}`)} isFramed>
      <p>{texts('not_set_up')}</p>
      {state === 'denied' && <PageNotice tone="warning">{texts('denied')}</PageNotice>}
      {state === 'failed' && (
        <PageNotice tone="problem" isAlert>
          {texts('failed')}
        </PageNotice>
      )}
      <ButtonRow side="start">
        <Button look="strong" aria-disabled={state === 'saving'} onClick={() => state !== 'saving' && void setUp()}>
          {texts('set_up')}
        </Button>
      </ButtonRow>
    </Section>
  );
}
