/** The pages of the administration, in the order of the navigation. Each is loaded when it is opened. */
import type { ComponentType } from 'react';
import { isAdministrator, isAdministratorOfEverything, isManager, type Me } from '../api/me.ts';
import { createLatePage } from '../ui/late-page.tsx';
import type { ManageIconName } from './shell/manage-icon.tsx';
import type { ManageTexts } from './shell/use-texts.ts';

export interface ManagePage {
  /** The last segment of the address, and the group of the page's texts with `title` and `about`. */
  readonly name: Exclude<keyof ManageTexts, 'account' | 'reasons' | 'shell'>;
  readonly icon: ManageIconName;
  /** Whether the user may open the page. The server decides about each call. */
  readonly isFor: (me: Me) => boolean;
  readonly Page: ComponentType;
}

/** Use these in `isFor`: the roles that the calls of the page require. */
const roles = { isManager, isAdministrator, isAdministratorOfEverything } as const;

export const managePages: readonly ManagePage[] = [
  {
    name: 'rooms',
    icon: 'rooms',
    isFor: roles.isManager,
    Page: createLatePage(async () => (await import('./rooms/rooms-page.tsx')).RoomsPage),
  },
  {
    name: 'devices',
    icon: 'devices',
    isFor: roles.isManager,
    Page: createLatePage(async () => (await import('./devices/devices-page.tsx')).DevicesPage),
  },
  {
    name: 'equipment',
    icon: 'equipment',
    isFor: roles.isAdministratorOfEverything,
    Page: createLatePage(async () => (await import('./equipment/equipment-page.tsx')).EquipmentPage),
  },
  {
    name: 'rules',
    icon: 'rules',
    isFor: roles.isManager,
    Page: createLatePage(async () => (await import('./rules/rules-page.tsx')).RulesPage),
  },
  {
    name: 'people',
    icon: 'people',
    isFor: roles.isAdministratorOfEverything,
    Page: createLatePage(async () => (await import('./people/people-page.tsx')).PeoplePage),
  },
  {
    name: 'status',
    icon: 'status',
    isFor: roles.isAdministratorOfEverything,
    Page: createLatePage(async () => (await import('./status/status-page.tsx')).StatusPage),
  },
  {
    name: 'audit',
    icon: 'audit',
    isFor: roles.isAdministrator,
    Page: createLatePage(async () => (await import('./audit/audit-page.tsx')).AuditPage),
  },
];
