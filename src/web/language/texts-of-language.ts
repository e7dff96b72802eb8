import type { LanguageCode } from '../../domain/language.ts';

/** Returns the file of a language from the files `<language>/<feature>.json` that `import.meta.glob` found. */
export function textsOfLanguage<File>(files: Readonly<Record<string, File>>, language: LanguageCode): File {
  const found = Object.entries(files).find(([path]) => path.includes(`/${language}/`));
  if (found === undefined) throw new Error(`There are no texts in the language ${language}.`);
  return found[1];
}
