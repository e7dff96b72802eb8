/** The first set-up: from the code that the server printed to the first report of a device. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { setUpEndpoints } from '../../../../contract/manage/set-up.ts';
import { setUpPath } from '../../../../contract/set-up-path.ts';
import { useApi } from '../../../api/api-client.tsx';
import { isAdministratorOfEverything, useMe } from '../../../api/me.ts';
import { delay } from '../../../api/delay.ts';
import { reportConnection } from '../../../api/connection-state.ts';
import { LoadingOverlay } from '../../../ui/status/loading-overlay.tsx';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { AdministratorStep } from './administrator-step.tsx';
import { DeviceStep } from './device-step.tsx';
import { HomeStep } from './home-step.tsx';
import { SetUpFrame } from './set-up-frame.tsx';
import { type FirstHome, setUpKey } from './set-up-state.ts';

interface SetUpPageProps {
  readonly person: 'unknown' | 'signed-out' | 'signed-in';
  /** Goes to the identity provider. Rejects when it is unreachable. */
  readonly onSignIn: (returnTo: string, username?: string) => Promise<void>;
  readonly onOpenBoard: (home: FirstHome) => void;
}

const pollIntervalMs = 1_000;
/** A new right takes effect within a second. */
const rightsDelayMs = 500;
const maxRightsAttempts = 10;

/** Each step reads how far the set-up is, so that it can be left and continued later. */
export function SetUpPage(props: SetUpPageProps) {
  const { t } = useTexts();
  useEffect(() => reportConnection({ kind: 'none' }), []);
  switch (props.person) {
    case 'unknown':
      return <LoadingOverlay title={t('devices.set_up.title')} isAlone />;
    case 'signed-out':
      return <BeforeAdministrator {...props} onAdministrator={async () => undefined} />;
    case 'signed-in':
      return <SignedIn {...props} />;
  }
}

function SignedIn(props: SetUpPageProps) {
  const { t } = useTexts();
  const { data: me, error, refetch } = useMe();
  if (me === undefined) {
    if (error !== null) return <LoadFailure error={error} onRetry={refetch} />;
    return <LoadingOverlay title={t('devices.set_up.title')} isAlone />;
  }
  if (isAdministratorOfEverything(me)) return <Steps onOpenBoard={props.onOpenBoard} />;
  const waitForRight = async () => {
    for (let attempt = 0; attempt < maxRightsAttempts; attempt += 1) {
      const { data } = await refetch();
      if (data !== undefined && isAdministratorOfEverything(data)) return;
      await delay(rightsDelayMs);
    }
  };
  return <BeforeAdministrator {...props} onAdministrator={waitForRight} />;
}

interface BeforeAdministratorProps extends SetUpPageProps {
  readonly onAdministrator: () => Promise<void>;
}

/** The code stays in the address until it is used, so that a reload keeps it. Browsers do not send this part. */
function BeforeAdministrator({ person, onSignIn, onAdministrator }: BeforeAdministratorProps) {
  const navigate = useNavigate();
  const code = useLocation().hash.slice(1);
  const addressOfCode = (entered: string) => `${setUpPath}${entered === '' ? '' : `#${entered}`}`;
  return (
    <SetUpFrame step="administrator">
      <AdministratorStep
        code={code}
        isSignedIn={person === 'signed-in'}
        onCode={(entered) => void navigate(addressOfCode(entered))}
        onSignIn={(keepsCode, username) => onSignIn(addressOfCode(keepsCode ? code : ''), username)}
        onAdministrator={onAdministrator}
      />
    </SetUpFrame>
  );
}

/** What an administrator of everything does: the home, and the first device. */
function Steps({ onOpenBoard }: Pick<SetUpPageProps, 'onOpenBoard'>) {
  const { t } = useTexts();
  const api = useApi();
  const navigate = useNavigate();
  const hasCode = useLocation().hash !== '';
  useEffect(() => {
    if (hasCode) void navigate(setUpPath, { replace: true });
  }, [hasCode, navigate]);
  const { data, error, refetch } = useQuery({
    queryKey: setUpKey,
    queryFn: ({ signal }) => api.call(setUpEndpoints.getSetUp, { signal, maxAttempts: 1 }),
    refetchInterval: pollIntervalMs,
  });
  if (data === undefined) {
    if (error !== null) return <LoadFailure error={error} onRetry={refetch} />;
    return <LoadingOverlay title={t('devices.set_up.title')} isAlone />;
  }
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
      <DeviceStep setUp={data} home={home} isOffline={error !== null} onOpenBoard={() => onOpenBoard(home)} />
    </SetUpFrame>
  );
}
