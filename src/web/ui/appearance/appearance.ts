/** The theme: light, dark, or the setting of the device. The user's choice is stored on this device. */
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
  applyChoice();
}

function chosenAppearance(): Appearance {
  const stored = localStorage.getItem(storageKey);
  return appearances.find((appearance) => appearance === stored) ?? 'system';
}

function applyChoice(): void {
  const appearance = chosenAppearance();
  if (appearance === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = appearance;
  for (const listener of listeners) listener();
}

/** The event `storage` reports a theme that the user chose in another tab. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', applyChoice);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', applyChoice);
  };
}
