/** Finds the open alerts in the rail above the cards of a board. */
import type { Page } from '@playwright/test';

export const rail = (page: Page) => page.getByRole('region', { name: 'Alerts' });
export const entries = (page: Page) => rail(page).getByRole('listitem');
/** The entries of a room, such as `Room 1` or `Room 1 · Ward 1`. They have a no-break space before the ward name. */
export const entryOf = (page: Page, room: string) =>
  entries(page).filter({ hasText: new RegExp(`^${room.replaceAll(' ', '\\s')} ·`) });
export const answerButton = (page: Page, room: string, name: string) =>
  entryOf(page, room).getByRole('button', { name, exact: true });

/** The displayed names of the users of the demo. */
export const nurseName = 'Nora Lind, ward nurse';
export const managerName = 'Marc Delorme, manager';
