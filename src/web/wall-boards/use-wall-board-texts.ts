import type en from '../language/en/wall-boards.json';
import { createTextsHook } from '../language/create-texts-hook.ts';

const files = import.meta.glob<typeof en>('../language/*/wall-boards.json', { eager: true, import: 'default' });

/** The texts of wall boards. A page of the administration has loaded them too. */
export const useWallBoardTexts = createTextsHook(files);
