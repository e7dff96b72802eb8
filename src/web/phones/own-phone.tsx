import { useEffect, useState } from 'react';
import { phoneEndpoints } from '../../contract/phones/phones.ts';
import { useApi } from '../api/api-client.tsx';
import { useTranslation } from '../language/translation.tsx';
import { Button } from '../ui/button/button.tsx';
import { ButtonRow } from '../ui/button-row/button-row.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Section } from '../ui/page/section.tsx';
import { PageNotice } from '../ui/notice/page-notice.tsx';
import { formatCalendarDay, formatClockTime } from '../ui/time/time-format.ts';
import { forgetSubscription, type Phone } from './this-phone.ts';
import { usePhoneTexts } from './use-phone-texts.ts';

interface OwnPhoneProps {
  readonly phone: Phone;
  /** Called with whether the page waits for a test. */
  readonly onTesting: (isTesting: boolean) => void;
  readonly onChanged: () => void;
}

/** `asked`: the test was sent, and the user has not said whether it arrived. */
type Step = 'idle' | 'sending' | 'asked' | 'failed' | 'shown' | 'not-shown';

/** This phone: whether alerts reach it, a test, and the question whether the test arrived. */
export function OwnPhone({ phone, onTesting, onChanged }: OwnPhoneProps) {
  const texts = usePhoneTexts();
  const { t } = useTranslation();
  const { call } = useApi();
  const params = { id: phone.uuid };
  // After the set-up the first test is on its way.
  const [step, setStep] = useState<Step>(phone.state === 'new' && phone.testedAt !== null ? 'asked' : 'idle');
  useEffect(() => {
    onTesting(step === 'asked');
    return () => onTesting(false);
  }, [step, onTesting]);

  async function test(): Promise<void> {
    setStep('sending');
    const sent = await call(phoneEndpoints.testPhone, { params, maxAttempts: 1 }).catch(() => undefined);
    setStep(sent?.isAccepted === true ? 'asked' : 'failed');
    onChanged();
  }

  async function judge(isShown: boolean): Promise<void> {
    const stored = await call(phoneEndpoints.judgePhoneTest, { params, body: { isShown } }).catch(() => undefined);
    // Without a response the question stays: the server may count a phone that shows nothing as one that works.
    setStep(stored === undefined ? 'asked' : isShown ? 'shown' : 'not-shown');
    onChanged();
  }

  async function turnOff(): Promise<void> {
    await call(phoneEndpoints.removePhone, { params }).catch(() => undefined);
    await forgetSubscription().catch(() => undefined);
    onChanged();
  }

  // While the first test is on its way, and with the advice, the state would say something else.
  const isStateShown = step !== 'not-shown' && !(step === 'asked' && phone.state === 'new');
  return (
    <Section title={texts(`kind.${phone.kind}`)} isFramed>
      {isStateShown && <PhoneState phone={phone} />}
      <div role="status" className={layoutStyles.stack}>
        {step === 'asked' && (
          <>
            <p>
              {texts('sent')} <strong>{texts('question')}</strong>
            </p>
            <ButtonRow side="start">
              <Button look="strong" onClick={() => void judge(true)}>
                {t('sound.yes')}
              </Button>
              <Button onClick={() => void judge(false)}>{t('sound.no')}</Button>
            </ButtonRow>
          </>
        )}
        {step === 'shown' && <p>{texts('thanks')}</p>}
        {step === 'not-shown' && <PageNotice tone="warning">{texts('help')}</PageNotice>}
        {step === 'failed' && <PageNotice tone="problem">{texts('test_failed')}</PageNotice>}
      </div>
      <ButtonRow side="start">
        <Button aria-disabled={step === 'sending'} onClick={() => step !== 'sending' && void test()}>
          {texts('test')}
        </Button>
        <Button onClick={() => void turnOff()}>{texts('turn_off')}</Button>
      </ButtonRow>
    </Section>
  );
}

function PhoneState({ phone: { state, receivedAt } }: Pick<OwnPhoneProps, 'phone'>) {
  const texts = usePhoneTexts();
  const { language } = useTranslation();
  if (state === 'new') return <p>{texts('new')}</p>;
  if (state === 'stopped' || receivedAt === null) return <PageNotice tone="problem">{texts('stopped')}</PageNotice>;
  const day = formatCalendarDay(receivedAt, language, 'short');
  return <p>{texts('works', { time: `${day}, ${formatClockTime(receivedAt)}` })}</p>;
}
