/** Provides the texts of the current language to React components. */
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import type { LanguageCode } from '../../domain/language.ts';
import type { PageLanguage } from './page-language.ts';
import type { PageTexts } from './page-texts.ts';
import type { Translate } from './translate.ts';

interface Translation {
  readonly t: Translate;
  /** The language of the texts. */
  readonly language: LanguageCode;
  /** Differs from `language` until the texts of the chosen language are loaded. */
  readonly chosenLanguage: LanguageCode;
  readonly chooseLanguage: (language: LanguageCode) => void;
}

const TranslationContext = createContext<Translation | undefined>(undefined);

interface TranslationProviderProps {
  readonly language: PageLanguage;
  readonly texts: PageTexts;
  readonly children: ReactNode;
}

/** A change of the language renders all components that use `useTranslation`. */
export function TranslationProvider({ language, texts, children }: TranslationProviderProps) {
  const chosenLanguage = useSyncExternalStore(language.subscribe, language.current);
  const shown = useSyncExternalStore(texts.subscribe, texts.shown);
  return (
    <TranslationContext value={{ ...shown, chosenLanguage, chooseLanguage: language.choose }}>
      {children}
    </TranslationContext>
  );
}

export function useTranslation(): Translation {
  const translation = use(TranslationContext);
  if (translation === undefined) throw new Error('useTranslation needs a TranslationProvider above it');
  return translation;
}
