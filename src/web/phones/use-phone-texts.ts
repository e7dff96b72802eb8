import type en from '../language/en/phones.json';
import { createTextsHook } from '../language/create-texts-hook.ts';

const files = import.meta.glob<typeof en>('../language/*/phones.json', { eager: true, import: 'default' });

/** The texts about the phones of a person. */
export const usePhoneTexts = createTextsHook(files);
