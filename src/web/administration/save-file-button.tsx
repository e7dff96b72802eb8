import { useState } from 'react';
import type { Endpoint } from '../../contract/endpoint.ts';
import { useApi } from '../api/api-client.tsx';
import { ActionButton } from './action-button.tsx';
import { downloadFile } from './download.ts';
import { useNotify } from './notifications.tsx';

interface SaveFileButtonProps {
  readonly label: string;
  /** A call whose response is a file. */
  readonly endpoint: Endpoint;
  readonly query: Readonly<Record<string, string>>;
  readonly fileName: string;
  /** The notification when the file could not be saved. */
  readonly failedText: string;
}

/** Saves a file. It uses `aria-disabled`, because a `disabled` button would lose the keyboard focus. */
export function SaveFileButton({ label, endpoint, query, fileName, failedText }: SaveFileButtonProps) {
  const api = useApi();
  const notify = useNotify();
  const [isRunning, setIsRunning] = useState(false);
  const run = async () => {
    setIsRunning(true);
    try {
      await downloadFile(api, endpoint, fileName, { query });
    } catch {
      notify(failedText);
    }
    setIsRunning(false);
  };
  return (
    <ActionButton icon="file" aria-disabled={isRunning} onClick={() => !isRunning && void run()}>
      {label}
    </ActionButton>
  );
}
