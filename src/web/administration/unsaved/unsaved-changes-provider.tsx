/** Asks before unsaved changes are lost by a link, by Back, or by closing the page. */
import {
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router';
import { useMe } from '../../api/me.ts';
import { Button } from '../../ui/button/button.tsx';
import { ButtonRow } from '../../ui/button-row/button-row.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useTexts } from '../use-texts.ts';
import { keepTypedText } from './typed-text.tsx';
import { UnsavedChangesContext } from './unsaved-changes.ts';
import { watchLeaving } from './watch-leaving.ts';

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

  // An effect event, because `navigate` is a new function at each address and must not run the effect again.
  const askBeforeLink = useEffectEvent((address: string) => setPending({ leave: () => void navigate(address) }));
  useEffect(() => {
    if (!isDirty) return undefined;
    return watchLeaving(window, {
      onLink: (address) => askBeforeLink(address),
      onBack: (leave) => setPending({ leave }),
    });
  }, [isDirty]);
  useTextKeptAtEndOfSession(isDirty);

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

/**
 * Stores the typed text of a form when the session ends. The cleanup of a layout effect runs while the form is still in
 * the page, before the login page replaces it.
 */
function useTextKeptAtEndOfSession(isDirty: boolean): void {
  const { data: me } = useMe();
  const addressOfForm = useRef<string>(undefined);
  useEffect(() => {
    addressOfForm.current = isDirty ? location.href : undefined;
  }, [isDirty]);
  const keepTyped = useEffectEvent(() => me !== undefined && keepTypedText(me.subject));
  useLayoutEffect(
    () => () => {
      if (addressOfForm.current === location.href) keepTyped();
    },
    [],
  );
}

interface ConfirmLeaveProps {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

function ConfirmLeave({ onStay, onLeave }: ConfirmLeaveProps) {
  const { t } = useTexts();
  return (
    <Dialog title={t('shell.unsaved_title')} onClose={onStay}>
      <p>{t('shell.unsaved_text')}</p>
      <ButtonRow>
        <Button onClick={onLeave}>{t('shell.discard')}</Button>
        <Button look="strong" onClick={onStay}>
          {t('shell.stay')}
        </Button>
      </ButtonRow>
    </Dialog>
  );
}
