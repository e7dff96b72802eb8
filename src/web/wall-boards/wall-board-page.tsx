import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { wallBoardEndpoints } from '../../contract/wall-boards/wall-boards.ts';
import { useApi } from '../api/api-client.tsx';
import { clockOffsetMs, readServerTime } from '../api/server-clock.ts';
import { WardPage } from '../board/ward-page.tsx';
import { type ShownWallBoard, WallBoardContext } from '../live/wall-board.ts';
import { recordLaterSoundCheck } from '../sound/check/sound-check.ts';
import { loadSound } from '../sound/lazy-sound.ts';
import { LoadingOverlay } from '../ui/status/loading-overlay.tsx';
import { type OwnWallBoard, readKnownBoard, storeKnownBoard } from './known-board.ts';
import { WallBoardBar } from './wall-board-bar.tsx';
import styles from './wall-board-page.module.css';
import { useWallBoardTexts } from './use-wall-board-texts.ts';

/** How often a board asks what it may show, and whether staff want its test tone. */
const pollIntervalMs = 3_000;
/** An older request for the test tone is not played, because nobody is listening any more. */
const maxToneAgeMs = 30_000;

/** The board of a ward in large letters, without anything that needs the account of a person. */
export function WallBoardPage() {
  const { call } = useApi();
  const texts = useWallBoardTexts();
  const { data } = useQuery({
    queryKey: ['wall-board'],
    queryFn: ({ signal }) => call(wallBoardEndpoints.getOwnWallBoard, { signal, maxAttempts: 1 }),
    refetchInterval: pollIntervalMs,
  });
  useEffect(() => {
    if (data) storeKnownBoard(data);
  }, [data]);
  const [known] = useState(readKnownBoard);
  useLargeLetters();
  const board = data ?? known;
  useTestTone(board);
  if (board === undefined) return <LoadingOverlay title={texts('screen.loading')} isAlone />;
  return <Ward key={board.wardUUID} board={board} />;
}

function Ward({ board }: { readonly board: OwnWallBoard }) {
  const { wardUUID, wardName, mayAnswer } = board;
  const place = useMemo(() => ({ uuid: wardUUID, wardUuids: [wardUUID] }), [wardUUID]);
  const shown = useMemo((): ShownWallBoard => ({ mayAnswer }), [mayAnswer]);
  return (
    <WallBoardContext value={shown}>
      <WallBoardBar board={board} />
      <main className={styles.main}>
        <WardPage place={place} placeName={wardName} />
      </main>
    </WallBoardContext>
  );
}

/** Makes all sizes of the page larger, by the width of the screen. */
function useLargeLetters(): void {
  useEffect(() => {
    const { classList } = document.documentElement;
    const large = styles.large ?? '';
    classList.add(large);
    return () => classList.remove(large);
  }, []);
}

/** Plays the test tone that staff ask for elsewhere, and stores their answer, which the board then reports. */
function useTestTone(board: OwnWallBoard | undefined): void {
  const { testToneAt = null, soundCheck = null } = board ?? {};
  useEffect(() => {
    if (testToneAt === null || readServerTime() - Date.parse(testToneAt) > maxToneAgeMs) return;
    loadSound().then(
      ({ playTestTone }) => playTestTone(),
      () => undefined,
    );
  }, [testToneAt]);
  const { at, isHeard } = soundCheck ?? {};
  useEffect(() => {
    if (at !== undefined && isHeard !== undefined) {
      recordLaterSoundCheck({ at: Date.parse(at) - clockOffsetMs(), isHeard });
    }
  }, [at, isHeard]);
}
