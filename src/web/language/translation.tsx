/** Provides the texts of the current language to React components. */
import { createContext, type ReactNode, use } from 'react';
import type { LanguageCode } from '../../domain/language.ts';
import { useStore } from '../shared/create-store.ts';
import type { PageLanguage } from './page-language.ts';
import type { PageTexts } from './page-texts.ts';
import type { Translate } from './translate.ts';

interface Translation {
  readonly t: Translate;
  /** The language of the texts that the page shows now. */
  readonly language: LanguageCode;
  /** The language that the user has chosen. It differs from `language` until the texts of the choice are loaded. */
  readonly chosenLanguage: LanguageCode;
  readonly chooseLanguage: (language: LanguageCode) => void;
}

const TranslationContext = createContext<Translation | undefined>(undefined);

interface TranslationProviderProps {
  readonly language: PageLanguage;
  readonly texts: PageTexts;
  readonly children: ReactNode;
}

/** Provides the texts. A change of the language renders all components that use `useTranslation`. */
export function TranslationProvider({ language, texts, children }: TranslationProviderProps) {
  const chosenLanguage = useStore(language);
  const shown = useStore(texts);
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
