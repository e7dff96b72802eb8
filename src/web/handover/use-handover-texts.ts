import type en from '../language/en/handover.json';
import { createTextsHook } from '../language/create-texts-hook.ts';

const files = import.meta.glob<typeof en>('../language/*/handover.json', { eager: true, import: 'default' });

/** The texts of the handover. */
export const useHandoverTexts = createTextsHook(files);
