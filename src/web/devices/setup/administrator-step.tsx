import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { setUpEndpoints } from '../../../contract/identity/set-up.ts';
import { setUpPath } from '../../../contract/identity/set-up-path.ts';
import { useApi } from '../../api/api-client.tsx';
import { ApiError } from '../../api/api-error.ts';
import { isHomeUnset } from '../../api/environments.ts';
import { useSession } from '../../identity/session-context.tsx';
import { ManageForm } from '../../administration/form/manage-form.tsx';
import { TextField } from '../../administration/form/text-field.tsx';
import { explainRefusal } from '../../administration/form/reason-text.ts';
import { type ManageTranslate, useTexts } from '../../administration/use-texts.ts';
import { AccountForm } from './account-form.tsx';
import { Button } from '../../ui/button/button.tsx';
import { PageNotice } from '../../ui/notice/page-notice.tsx';
import textStyles from '../../ui/text.module.css';
import pageStyles from '../../ui/page/page.module.css';

interface AdministratorStepProps {
  /** Whether a user is signed in. Such a user is not yet administrator of everything. */
  readonly isSignedIn: boolean;
  readonly onAdministrator: () => Promise<void>;
}

/**
 * Makes the holder of the setup code administrator: with a new account, or as the user who is signed in. The code is in
 * the fragment of the address, which browsers do not send, until it is used. So a reload of the page keeps it.
 */
export function AdministratorStep({ isSignedIn, onAdministrator }: AdministratorStepProps) {
  const { t, language } = useTexts();
  const api = useApi();
  const session = useSession();
  const navigate = useNavigate();
  const code = useLocation().hash.slice(1);
  const hasNoAdministrator = isHomeUnset(window);
  const signIn = (returnTo: string, username?: string) => session.signIn({ returnTo, language, username });
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
          <PageNotice tone="problem" isAlert>
            {describeRefusal(error, t)}
          </PageNotice>
        )}
        {hasNoAdministrator && <p>{t('devices.set_up.code_unset')}</p>}
        <CodeForm
          code={code}
          onCode={(entered) => void (entered === code ? refetch() : navigate(`${setUpPath}#${entered}`))}
        />
        {(!hasNoAdministrator || error !== null) && (
          <>
            <p className={textStyles.detail}>{t('devices.set_up.code_sign_in')}</p>
            <SignInButton onSignIn={() => signIn(setUpPath)} isQuiet />
          </>
        )}
      </>
    );
  }
  if (data === undefined) return <p className={textStyles.detail}>{t('devices.set_up.code_checking')}</p>;
  if (data.next === 'create-account')
    return <AccountForm code={code} onCreated={(username) => signIn(setUpPath, username)} onRefused={refetch} />;
  if (!isSignedIn) {
    return (
      <>
        <h2 className={pageStyles.heading}>{t('devices.set_up.sign_in_title')}</h2>
        <p>{t('devices.set_up.sign_in_text')}</p>
        <SignInButton onSignIn={() => signIn(`${setUpPath}#${code}`)} />
      </>
    );
  }
  return <PersonForm code={code} onAdministrator={onAdministrator} />;
}

interface PersonFormProps extends Pick<AdministratorStepProps, 'onAdministrator'> {
  readonly code: string;
}

/** A form that makes the user who is signed in administrator. */
function PersonForm({ code, onAdministrator }: PersonFormProps) {
  const { t } = useTexts();
  const api = useApi();
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

interface CodeFormProps {
  readonly code: string;
  readonly onCode: (code: string) => void;
}

function CodeForm({ code, onCode }: CodeFormProps) {
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

interface SignInButtonProps {
  /** Redirects to the login of the identity provider. Rejects when the provider is unreachable. */
  readonly onSignIn: () => Promise<void>;
  readonly isQuiet?: boolean;
}

function SignInButton({ onSignIn, isQuiet = false }: SignInButtonProps) {
  const { t } = useTexts();
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <>
      {hasFailed && (
        <PageNotice tone="problem" isAlert>
          {t('devices.set_up.unreachable')}
        </PageNotice>
      )}
      <Button
        look={isQuiet ? 'quiet' : 'strong'}
        onClick={() => {
          setHasFailed(false);
          onSignIn().catch(() => setHasFailed(true));
        }}
      >
        {t('devices.set_up.sign_in_submit')}
      </Button>
    </>
  );
}

function describeRefusal(error: Error, t: ManageTranslate): string {
  const isUnreachable = !(error instanceof ApiError) || error.status >= 500;
  return explainRefusal(error, t) ?? t(isUnreachable ? 'devices.set_up.unreachable' : 'reasons.wrong-code');
}
