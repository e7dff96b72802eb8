/** Provides the texts of the current language to React components. All catalogues are bundled (LANG-3). */
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import type { LanguageCode } from '../../domain/language.ts';
import type { PageLanguage } from './page-language.ts';
import { createTranslate, type Translate } from './translate.ts';

interface Translation {
  readonly t: Translate;
  readonly language: LanguageCode;
  readonly chooseLanguage: (language: LanguageCode) => void;
}

const TranslationContext = createContext<Translation | undefined>(undefined);

interface TranslationProviderProps {
  readonly language: PageLanguage;
  readonly children: ReactNode;
}

/** A change of the language renders all components that use `useTranslation`. */
export function TranslationProvider({ language: { current, choose, subscribe }, children }: TranslationProviderProps) {
  const language = useSyncExternalStore(subscribe, current);
  const t = createTranslate(language);
  return <TranslationContext value={{ t, language, chooseLanguage: choose }}>{children}</TranslationContext>;
}

export function useTranslation(): Translation {
  const translation = use(TranslationContext);
  if (translation === undefined) throw new Error('useTranslation needs a TranslationProvider above it');
  return translation;
}
