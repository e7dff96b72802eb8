import { useNavigate } from 'react-router';
import { useTranslation } from '../language/translation.tsx';
import { wardAddress } from '../hierarchy/addresses.ts';
import { useSession, useSessionState } from '../identity/session-context.tsx';
import { SetUpPage } from '../manage/devices/setup/set-up-page.tsx';

/** The first set-up of a home. It is also for somebody who is not signed in and holds the setup code. */
export function SetUp() {
  const session = useSession();
  const { kind } = useSessionState();
  const { language } = useTranslation();
  const navigate = useNavigate();
  return (
    <SetUpPage
      person={kind === 'signed-in' || kind === 'signed-out' ? kind : 'unknown'}
      onSignIn={(returnTo, username) => session.signIn({ returnTo, language, username })}
      onOpenBoard={({ clientUUID, locationUUID, wardUUID }) =>
        void navigate(wardAddress(clientUUID, locationUUID, wardUUID))
      }
    />
  );
}
