import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { setUpEndpoints } from '../../../../contract/manage/set-up.ts';
import { useApi } from '../../../api/api-client.tsx';
import { ApiError } from '../../../api/api-error.ts';
import { ManageForm } from '../../shell/form/manage-form.tsx';
import { TextField } from '../../shell/form/text-field.tsx';
import pageStyles from '../../shell/page.module.css';
import { refusalText } from '../../shell/form/reason-text.ts';
import { type ManageTranslate, useTexts } from '../../shell/use-texts.ts';
import { AccountForm } from './account-form.tsx';
import { SignInButton } from './sign-in-button.tsx';

interface AdministratorStepProps {
  /** The setup code in the address. Empty: there is none. */
  readonly code: string;
  /** Somebody is signed in who is not administrator of everything. */
  readonly isSignedIn: boolean;
  readonly onCode: (code: string) => void;
  readonly onSignIn: (keepsCode: boolean, username?: string) => Promise<void>;
  readonly onAdministrator: () => Promise<void>;
}

/** The holder of the code becomes administrator: with a new account, or as the person who is signed in. */
export function AdministratorStep({ code, isSignedIn, onCode, onSignIn, onAdministrator }: AdministratorStepProps) {
  const { t } = useTexts();
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['setup-code', code],
    queryFn: ({ signal }) => api.call(setUpEndpoints.checkSetupCode, { body: { code }, signal, maxAttempts: 1 }),
    enabled: code !== '',
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  if (code === '' || error !== null) {
    return (
      <>
        <h2 className={pageStyles.heading}>{t('devices.set_up.code_title')}</h2>
        {error !== null && (
          <p role="alert" className={pageStyles.problem}>
            {describeRefusal(error, t)}
          </p>
        )}
        <CodeForm code={code} onCode={(entered) => (entered === code ? void refetch() : onCode(entered))} />
        <p className={pageStyles.detail}>{t('devices.set_up.code_sign_in')}</p>
        <SignInButton onSignIn={() => onSignIn(false)} isQuiet />
      </>
    );
  }
  if (data === undefined) return <p className={pageStyles.detail}>{t('devices.set_up.code_checking')}</p>;
  if (data.next === 'create-account')
    return <AccountForm code={code} onCreated={(username) => onSignIn(false, username)} onRefused={refetch} />;
  if (!isSignedIn) {
    return (
      <>
        <h2 className={pageStyles.heading}>{t('devices.set_up.sign_in_title')}</h2>
        <p>{t('devices.set_up.sign_in_text')}</p>
        <SignInButton onSignIn={() => onSignIn(true)} />
      </>
    );
  }
  return (
    <>
      <h2 className={pageStyles.heading}>{t('devices.set_up.person_title')}</h2>
      <ManageForm
        submitLabel={t('devices.set_up.person_submit')}
        onSubmit={async () => {
          await api.call(setUpEndpoints.becomeAdministrator, { body: { code }, maxAttempts: 1 });
          await onAdministrator();
        }}
      >
        <p>{t('devices.set_up.person_text')}</p>
      </ManageForm>
    </>
  );
}

function CodeForm({ code, onCode }: Pick<AdministratorStepProps, 'code' | 'onCode'>) {
  const { t } = useTexts();
  const [entered, setEntered] = useState(code);
  return (
    <ManageForm submitLabel={t('devices.set_up.code_submit')} onSubmit={async () => onCode(entered.trim())}>
      <TextField
        name="code"
        label={t('devices.set_up.code')}
        hint={t('devices.set_up.code_hint')}
        value={entered}
        onChange={setEntered}
        isRequired
        maxLength={40}
      />
    </ManageForm>
  );
}

function describeRefusal(error: Error, t: ManageTranslate): string {
  const isUnreachable = !(error instanceof ApiError) || error.status >= 500;
  return refusalText(error, t) ?? t(isUnreachable ? 'devices.set_up.unreachable' : 'reasons.wrong-code');
}
