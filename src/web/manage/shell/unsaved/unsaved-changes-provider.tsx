/** Asks before changes that are not saved are lost: by a link, by Back, or by closing the page. */
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmLeave } from './confirm-leave.tsx';
import { guardHistory } from './guard-history.ts';
import { UnsavedChangesContext } from './unsaved-changes.ts';

export function UnsavedChangesProvider({ children }: { readonly children: ReactNode }) {
  const navigate = useNavigate();
  const dirtyForms = useRef(new Set<string>());
  const [isDirty, setIsDirty] = useState(false);
  const [pending, setPending] = useState<{ readonly leave: () => void }>();

  const set = useCallback((form: string, isFormDirty: boolean) => {
    if (isFormDirty) dirtyForms.current.add(form);
    else dirtyForms.current.delete(form);
    setIsDirty(dirtyForms.current.size > 0);
  }, []);
  const beforeLeaving = useCallback((leave: () => void) => {
    if (dirtyForms.current.size === 0) leave();
    else setPending({ leave });
  }, []);

  // `navigate` is another function at each address. A guard must not begin again at the address that follows a save.
  const askBeforeLink = useEffectEvent((address: string) =>
    setPending({ leave: () => void navigate(address, { replace: true }) }),
  );
  useEffect(() => {
    if (!isDirty) return undefined;
    const guard = guardHistory(window, {
      onLink: (address) => askBeforeLink(address),
      onBack: () => setPending({ leave: () => guard.goBack() }),
    });
    return () => guard.end();
  }, [isDirty]);

  const value = useMemo(() => ({ set, beforeLeaving }), [set, beforeLeaving]);
  return (
    <UnsavedChangesContext value={value}>
      {children}
      {pending !== undefined && (
        <ConfirmLeave
          onStay={() => setPending(undefined)}
          onLeave={() => {
            setPending(undefined);
            pending.leave();
          }}
        />
      )}
    </UnsavedChangesContext>
  );
}
