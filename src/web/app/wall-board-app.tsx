import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { BrowserRouter } from 'react-router';
import { dropAnswers } from '../alerts/answers/answer-queue-store.ts';
import { ApiProvider } from '../api/api-client.tsx';
import { clearTabStorage } from '../identity/session/tab-storage.ts';
import { raisedAlertsStore } from '../live/raised-alerts.ts';
import type { AppUpdate } from '../offline/register-service-worker.ts';
import { useStore } from '../shared/create-store.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { storeKnownBoard } from '../wall-boards/known-board.ts';
import { PairingPage } from '../wall-boards/pairing-page.tsx';
import { createWallBoardApi } from '../wall-boards/wall-board-api.ts';
import { WallBoardPage } from '../wall-boards/wall-board-page.tsx';
import { CrashPage } from './crash-page.tsx';
import { createQueryClient } from './query-client.ts';
import type { Services } from './services.ts';

/** The page of a wall board: the code of the screen, or the board of its ward. It needs no session. */
export function WallBoardApp({ services }: { readonly services: Services }) {
  const { environment, wallBoard, board: alarm, update } = services;
  const token = useStore(wallBoard.store);
  const [wasRevoked, setWasRevoked] = useState(false);
  const [{ api, queries }] = useState(() => {
    const cache = createQueryClient();
    const forget = (): void => {
      setWasRevoked(true);
      wallBoard.set(undefined);
      storeKnownBoard(undefined);
      clearTabStorage(sessionStorage, { keepsSignIn: false });
      cache.clear();
      dropAnswers();
    };
    return { queries: cache, api: createWallBoardApi(environment.apiBaseUrl.replace(/\/$/, ''), wallBoard, forget) };
  });
  const isPaired = token !== undefined;
  useEffect(() => alarm.set(isPaired), [alarm, isPaired]);
  useUpdate(update);
  return (
    <QueryClientProvider client={queries}>
      <ApiProvider value={api}>
        <BrowserRouter>
          <ErrorBoundary fallback={<CrashPage />}>
            {isPaired ? <WallBoardPage /> : <PairingPage wasRevoked={wasRevoked} onPaired={wallBoard.set} />}
          </ErrorBoundary>
        </BrowserRouter>
      </ApiProvider>
    </QueryClientProvider>
  );
}

/** Starts a new version of the app by itself, because nobody touches the screen, but not while an alert sounds. */
function useUpdate({ waiting, apply }: AppUpdate): void {
  const isWaiting = useStore(waiting) !== undefined;
  const isSilent = useStore(raisedAlertsStore).length === 0;
  useEffect(() => {
    if (isWaiting && isSilent) apply();
  }, [isWaiting, isSilent, apply]);
}
