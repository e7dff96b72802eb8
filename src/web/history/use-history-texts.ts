import type en from '../language/en/history.json';
import { createTextsHook } from '../language/create-texts-hook.ts';

const files = import.meta.glob<typeof en>('../language/*/history.json', { eager: true, import: 'default' });

/** The texts of the history pages. */
export const useHistoryTexts = createTextsHook(files);
