/** The alerts above the cards of a board. */
import type { Page } from '@playwright/test';

export const rail = (page: Page) => page.getByRole('region', { name: 'Alerts' });
export const entries = (page: Page) => rail(page).getByRole('listitem');
/** The alerts of a room. The text of an entry begins with its name. Before the name of a ward there is a no-break space. */
export const entryOf = (page: Page, room: string) =>
  entries(page).filter({ hasText: new RegExp(`^${room.replaceAll(' ', '\\s')} ·`) });
export const answerButton = (page: Page, room: string, name: string) =>
  entryOf(page, room).getByRole('button', { name, exact: true });

/** The names of the demo's users. */
export const nurseName = 'Nora Lind, ward nurse';
export const managerName = 'Marc Delorme, manager';
