/** Hooks of forms with unsaved changes. `unsaved-changes-provider.tsx` asks the user before the changes are lost. */
import { createContext, use, useEffect, useId } from 'react';

export interface UnsavedChanges {
  readonly set: (form: string, isDirty: boolean) => void;
  /** Runs `leave` at once, or after the user has agreed to lose unsaved changes. */
  readonly beforeLeaving: (leave: () => void) => void;
}

export const UnsavedChangesContext = createContext<UnsavedChanges>({
  set: () => undefined,
  beforeLeaving: (leave) => leave(),
});

/** Marks the changes of a form as unsaved while `isDirty` is true and the form is shown. */
export function useUnsavedChanges(isDirty: boolean): void {
  const { set } = use(UnsavedChangesContext);
  const form = useId();
  useEffect(() => {
    set(form, isDirty);
    return () => set(form, false);
  }, [set, form, isDirty]);
}

/** Returns a function that asks before unsaved changes are lost, for example when a Close button is pressed. */
export function useBeforeLeaving(): UnsavedChanges['beforeLeaving'] {
  return use(UnsavedChangesContext).beforeLeaving;
}
