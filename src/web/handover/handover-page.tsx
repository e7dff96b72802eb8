/** The page of the handover of a shift: what happened in a ward, with notes. It prints on one page. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { handoverEndpoints } from '../../contract/handover/handover.ts';
import { sortByDisplayName } from '../../domain/hierarchy.ts';
import { useApi } from '../api/api-client.tsx';
import { HistoryFrame } from '../history/history-frame.tsx';
import { LoadFailure } from '../history/load-failure.tsx';
import { useSelection } from '../home/lists/selection.ts';
import { useConnectionReport } from '../home/lists/use-list.ts';
import { useTranslation } from '../language/translation.tsx';
import { Button } from '../ui/button/button.tsx';
import buttonStyles from '../ui/button.module.css';
import { LoadingOverlay } from '../ui/status/loading-overlay.tsx';
import type { Handover } from './handover.ts';
import { NoteDialog, type NoteDraft } from './notes/note-dialog.tsx';
import { Readings } from './readings.tsx';
import { Rooms } from './rooms/rooms.tsx';
import { ShiftSpan } from './shift-span.tsx';
import { Summary } from './summary.tsx';
import { useHandoverTexts } from './use-handover-texts.ts';

const refreshIntervalMs = 30_000;
const retryIntervalMs = 5_000;

export function HandoverPage() {
  const { wardUuid = '' } = useParams();
  const [search] = useSearchParams();
  const texts = useHandoverTexts();
  const { call } = useApi();
  const at = search.get('at');
  const query = useQuery({
    queryKey: ['handover', wardUuid, at],
    queryFn: ({ signal, client, queryKey }) => {
      // Keeps the shift that is shown when the next one begins, so that notes and read marks are about what was read.
      const shown = at ?? client.getQueryData<Handover>(queryKey)?.shift.from;
      const options = { params: { id: wardUuid }, query: shown === undefined ? {} : { at: shown } };
      return call(handoverEndpoints.getHandover, { ...options, signal });
    },
    // A page that is opened again shows the newest shift.
    gcTime: 0,
    refetchInterval: ({ state }) => (state.status === 'success' ? refreshIntervalMs : retryIntervalMs),
  });
  const { data, error, refetch } = query;
  useConnectionReport(query, refreshIntervalMs);
  if (data === undefined && error !== null) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingOverlay title={texts('loading')} isAlone />;
  return <LoadedHandover handover={data} onChanged={() => void refetch()} />;
}

interface LoadedHandoverProps {
  readonly handover: Handover;
  readonly onChanged: () => void;
}

function LoadedHandover({ handover, onChanged }: LoadedHandoverProps) {
  const { t, language } = useTranslation();
  const texts = useHandoverTexts();
  const { ward } = useSelection();
  const [draft, setDraft] = useState<NoteDraft>();
  const rooms = sortByDisplayName(
    handover.rooms.map((room) => ({ ...room, uuid: room.streamUUID })),
    language,
  );
  const { shift, previousFrom, nextFrom } = handover;
  return (
    <HistoryFrame
      name={ward?.displayName ?? t('wards.one')}
      kind={t('handover')}
      timeZone={handover.timeZone}
      actions={
        <>
          <Link to={addressOf(previousFrom)} className={buttonStyles.quiet}>
            {texts('shift_before')}
          </Link>
          {nextFrom !== null && (
            <Link to={addressOf(nextFrom)} className={buttonStyles.quiet}>
              {texts('shift_after')}
            </Link>
          )}
          <Button onClick={() => window.print()}>{texts('print')}</Button>
        </>
      }
    >
      <ShiftSpan {...shift} />
      <Summary handover={handover} />
      {rooms.length === 0 ? (
        <p>{t('streams.none')}</p>
      ) : (
        <Rooms rooms={rooms} shiftFrom={shift.from} onWrite={setDraft} />
      )}
      <Readings handover={handover} onChanged={onChanged} />
      {draft !== undefined && (
        <NoteDialog
          draft={draft}
          rooms={rooms}
          shiftFrom={shift.from}
          onSaved={onChanged}
          onClose={() => setDraft(undefined)}
        />
      )}
    </HistoryFrame>
  );
}

function addressOf(at: string): string {
  return `?${new URLSearchParams({ at }).toString()}`;
}
