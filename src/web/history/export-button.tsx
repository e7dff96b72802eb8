import { useState } from 'react';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { TimeSpan } from '../../domain/history/status-periods.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import { downloadFile } from '../administration/download.ts';
import { useApi } from '../api/api-client.tsx';
import { Button } from '../ui/button/button.tsx';
import { PageNotice } from '../ui/notice/page-notice.tsx';
import { useHistoryTexts } from './use-history-texts.ts';

interface ExportButtonProps {
  readonly endpoint: Endpoint;
  /** The uuid of the room or of the ward. */
  readonly uuid: string;
  readonly fileName: string;
  /** Undefined: the page shows a fixed time. */
  readonly span?: TimeSpan;
}

/** Saves the shown time as CSV. It uses `aria-disabled`, because a `disabled` button would lose the keyboard focus. */
export function ExportButton({ endpoint, uuid, fileName, span }: ExportButtonProps) {
  const texts = useHistoryTexts();
  const api = useApi();
  const [state, setState] = useState<'idle' | 'running' | 'failed'>('idle');
  const run = async (): Promise<void> => {
    setState('running');
    try {
      await downloadFile(api, endpoint, fileName, {
        params: { id: uuid },
        query: span === undefined ? {} : { from: toIsoTime(span.from), to: toIsoTime(span.to) },
      });
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <Button aria-disabled={state === 'running'} onClick={() => state !== 'running' && void run()}>
        {texts('export')}
      </Button>
      {state === 'failed' && (
        <PageNotice tone="problem" isAlert>
          {texts('not_exported')}
        </PageNotice>
      )}
    </>
  );
}
