import { useState } from 'react';
import { wallBoardEndpoints } from '../../../contract/wall-boards/wall-boards.ts';
import { useApi } from '../../api/api-client.tsx';

/** The test tone of a wall board. Nobody is asked about a tone that the server could not play. */
export function useWallBoardTone(id: string, onAnswered: () => void) {
  const { call } = useApi();
  const [hasPlayed, setHasPlayed] = useState(false);
  return {
    hasPlayed,
    play: async (): Promise<void> => {
      try {
        await call(wallBoardEndpoints.playTestTone, { params: { id } });
        setHasPlayed(true);
      } catch {
        setHasPlayed(false);
      }
    },
    answer: async (isHeard: boolean): Promise<void> => {
      const answer = { params: { id }, body: { isHeard } };
      const stored = await call(wallBoardEndpoints.answerTestTone, answer).catch(() => undefined);
      // Without a response the question stays: the board would go on to count as heard.
      setHasPlayed(stored === undefined);
      onAnswered();
    },
  };
}
