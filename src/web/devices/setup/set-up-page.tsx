/** The first set-up: from the setup code to the first report of a device. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { setUpEndpoints } from '../../../contract/identity/set-up.ts';
import { setUpPath } from '../../../contract/identity/set-up-path.ts';
import { useApi } from '../../api/api-client.tsx';
import { reportConnection } from '../../api/connection-state.ts';
import { isAdministratorOfEverything, useMe } from '../../api/me.ts';
import { delay } from '../../shared/delay.ts';
import { LoadFailure } from '../../administration/load-state.tsx';
import { OutcomesProvider } from '../../administration/outcomes/change-providers.tsx';
import { TextsProvider } from '../../administration/texts-provider.tsx';
import { UnsavedChangesProvider } from '../../administration/unsaved/unsaved-changes-provider.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import { useSessionState } from '../../identity/session-context.tsx';
import { setUpQueryKey } from '../../identity/set-up-state.ts';
import buttonStyles from '../../ui/button.module.css';
import { Page } from '../../ui/page/page.tsx';
import { LoadingOverlay } from '../../ui/status/loading-overlay.tsx';
import textStyles from '../../ui/text.module.css';
import { AdministratorStep } from './administrator-step.tsx';
import { DeviceStep } from './device-step.tsx';
import { HomeStep } from './home-step.tsx';
import styles from './set-up.module.css';

const pollIntervalMs = 1_000;
/** The delay before the page asks again whether the new administrator's right applies, which takes up to a second. */
const rightsDelayMs = 500;
const maxRightsAttempts = 10;

/** The page of the first set-up. It reads the progress from the server, so that the set-up can be continued later. */
export function SetUpPage() {
  useEffect(() => reportConnection({ kind: 'none' }), []);
  return (
    <TextsProvider>
      <PersonSteps />
    </TextsProvider>
  );
}

/** The first step: somebody who holds the setup code becomes administrator, signed in or not. */
function PersonSteps() {
  const { kind } = useSessionState();
  if (kind === 'signed-out') {
    return (
      <SetUpFrame step="administrator">
        <AdministratorStep isSignedIn={false} onAdministrator={async () => undefined} />
      </SetUpFrame>
    );
  }
  if (kind !== 'signed-in') return <Loading />;
  return (
    <OutcomesProvider>
      <SignedIn />
    </OutcomesProvider>
  );
}

function Loading() {
  const { t } = useTexts();
  return <LoadingOverlay title={t('devices.set_up.title')} isAlone />;
}

function SignedIn() {
  const { data: me, error, refetch } = useMe();
  if (me === undefined) return error === null ? <Loading /> : <LoadFailure error={error} onRetry={refetch} />;
  if (isAdministratorOfEverything(me)) {
    return (
      <UnsavedChangesProvider>
        <HomeAndDeviceSteps />
      </UnsavedChangesProvider>
    );
  }
  const waitForRight = async () => {
    for (let attempt = 0; attempt < maxRightsAttempts; attempt += 1) {
      const { data } = await refetch();
      if (data !== undefined && isAdministratorOfEverything(data)) return;
      await delay(rightsDelayMs);
    }
  };
  return (
    <SetUpFrame step="administrator">
      <AdministratorStep isSignedIn onAdministrator={waitForRight} />
    </SetUpFrame>
  );
}

/** The second and the third step, for an administrator of everything: the home and the first device. */
function HomeAndDeviceSteps() {
  const { t } = useTexts();
  const api = useApi();
  const navigate = useNavigate();
  const hasCode = useLocation().hash !== '';
  useEffect(() => {
    if (hasCode) void navigate(setUpPath, { replace: true });
  }, [hasCode, navigate]);
  const { data, error, refetch } = useQuery({
    queryKey: setUpQueryKey,
    queryFn: ({ signal }) => api.call(setUpEndpoints.getSetUp, { signal, maxAttempts: 1 }),
    refetchInterval: pollIntervalMs,
  });
  if (data === undefined) return error === null ? <Loading /> : <LoadFailure error={error} onRetry={refetch} />;
  const { home } = data;
  if (home === null || home.roomCount === 0) {
    return (
      <SetUpFrame step="home">
        <HomeStep />
      </SetUpFrame>
    );
  }
  return (
    <SetUpFrame step="device">
      <DeviceStep setUp={data} home={home} isOffline={error !== null} />
      {data.newestReport === null && (
        <>
          <p className={textStyles.detail}>{t('devices.set_up.later_hint')}</p>
          <Link to="/" className={buttonStyles.quiet}>
            {t('devices.set_up.later')}
          </Link>
        </>
      )}
    </SetUpFrame>
  );
}

const steps = ['administrator', 'home', 'device'] as const;

type Step = (typeof steps)[number];

/** The title of the set-up and its three steps, with the content of the present step. */
function SetUpFrame({ step, children }: { readonly step: Step; readonly children: ReactNode }) {
  const { t } = useTexts();
  const position = steps.indexOf(step);
  return (
    <div className={styles.page}>
      <Page title={t('devices.set_up.title')}>
        <ol className={styles.steps}>
          {steps.map((name, index) => (
            <li
              key={name}
              className={styles.step}
              data-state={index < position ? 'done' : index === position ? 'current' : 'next'}
              aria-current={index === position ? 'step' : undefined}
            >
              {t(`devices.set_up.step_${name}`)}
            </li>
          ))}
        </ol>
        <div className={styles.card}>{children}</div>
      </Page>
    </div>
  );
}
