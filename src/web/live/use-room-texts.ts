/** The texts of the board that its first paint does not need. They are loaded with the parts that show them. */
import type en from '../language/en/board.json';
import { createTextsHook } from '../language/create-texts-hook.ts';

const files = import.meta.glob<typeof en>('../language/*/board.json', { eager: true, import: 'default' });

export const useRoomTexts = createTextsHook(files);
