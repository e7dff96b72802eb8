import { useState } from 'react';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ActionButton } from '../administration/action-button.tsx';
import { downloadFile } from '../administration/download.ts';
import { useNotify } from '../administration/notifications.tsx';
import { useTexts } from '../administration/use-texts.ts';
import { useApi } from '../api/api-client.tsx';

interface SaveButtonProps {
  readonly endpoint: Endpoint;
  readonly query: Readonly<Record<string, string>>;
  /** The name of the file, without its ending. */
  readonly name: string;
}

/** Saves a table as CSV. It uses `aria-disabled`, because a `disabled` button would lose the keyboard focus. */
export function SaveButton({ endpoint, query, name }: SaveButtonProps) {
  const { t } = useTexts();
  const api = useApi();
  const notify = useNotify();
  const [isRunning, setIsRunning] = useState(false);
  const run = async () => {
    setIsRunning(true);
    try {
      await downloadFile(api, endpoint, `room-status-${name}.csv`, { query });
    } catch {
      notify(t('figures.not_saved'));
    }
    setIsRunning(false);
  };
  return (
    <ActionButton icon="file" aria-disabled={isRunning} onClick={() => !isRunning && void run()}>
      {t('figures.save')}
    </ActionButton>
  );
}
