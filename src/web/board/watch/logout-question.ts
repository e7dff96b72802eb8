import { createStore } from '../../shared/create-store.ts';

/**
 * Asks before the logout of a ward's last board. The board sets this function, and the logout button calls it. It
 * resolves to whether the user wants to log out, although nobody may see the alerts of a ward after that.
 */
export const logoutQuestionStore = createStore<(() => Promise<boolean>) | undefined>(undefined);
