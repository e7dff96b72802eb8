/**
 * React providers of pages with forms: notifications, the warning about unsaved changes, and calls that find out their
 * outcome.
 */
import { type ReactNode, useMemo } from 'react';
import { ApiProvider, useApi } from '../../api/api-client.tsx';
import { NotificationProvider } from '../notifications.tsx';
import { TypedTextDialog } from '../unsaved/typed-text.tsx';
import { UnsavedChangesProvider } from '../unsaved/unsaved-changes-provider.tsx';
import { createCallWithOutcome } from './call-with-outcome.ts';

interface ChangeProvidersProps {
  readonly children: ReactNode;
}

export function ChangeProviders({ children }: ChangeProvidersProps) {
  return (
    <OutcomesProvider>
      <UnsavedChangesProvider>
        <NotificationProvider>{children}</NotificationProvider>
        <TypedTextDialog />
      </UnsavedChangesProvider>
    </OutcomesProvider>
  );
}

/** Lets the calls of its children ask for the outcome of a change whose response is missing. */
export function OutcomesProvider({ children }: ChangeProvidersProps) {
  const api = useApi();
  const withOutcome = useMemo(() => ({ ...api, call: createCallWithOutcome(api.call) }), [api]);
  return <ApiProvider value={withOutcome}>{children}</ApiProvider>;
}
