/** Day or night: as the device says, or as the person chose on it. */
import { useSyncExternalStore } from 'react';

export const appearances = ['system', 'light', 'dark'] as const;
export type Appearance = (typeof appearances)[number];

// NOTE: public/appearance.js reads the same key before the first paint.
const storageKey = 'room-status:appearance';
const listeners = new Set<() => void>();

export function useAppearance(): Appearance {
  return useSyncExternalStore(subscribe, chosenAppearance);
}

export function chooseAppearance(appearance: Appearance): void {
  if (appearance === 'system') localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, appearance);
  followChoice();
}

function chosenAppearance(): Appearance {
  const stored = localStorage.getItem(storageKey);
  return appearances.find((appearance) => appearance === stored) ?? 'system';
}

function followChoice(): void {
  const appearance = chosenAppearance();
  if (appearance === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = appearance;
  for (const listener of listeners) listener();
}

/** Another tab may choose as well: this one follows. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', followChoice);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', followChoice);
  };
}
