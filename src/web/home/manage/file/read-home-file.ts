import { maxHomeFileLength } from '../../../../contract/home/home-file.ts';

/** The result of reading a chosen file: its text, or the key of a text that explains why it cannot be sent. */
export type ChosenFile =
  | { readonly id: string; readonly name: string; readonly format: 'yaml' | 'csv'; readonly text: string }
  | { readonly problem: 'wrong_type' | 'too_large' | 'not_utf8' };

export async function readHomeFile(file: File): Promise<ChosenFile> {
  const format = formatOf(file.name);
  if (format === undefined) return { problem: 'wrong_type' };
  if (file.size > maxHomeFileLength) return { problem: 'too_large' };
  try {
    // Refuses encodings other than UTF-8, which some spreadsheets write, because names would be garbled.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return { id: crypto.randomUUID(), name: file.name, format, text };
  } catch {
    return { problem: 'not_utf8' };
  }
}

function formatOf(name: string): 'yaml' | 'csv' | undefined {
  if (/\.ya?ml$/i.test(name)) return 'yaml';
  return /\.csv$/i.test(name) ? 'csv' : undefined;
}
