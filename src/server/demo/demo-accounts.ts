/** Accounts and rights of the demo. They exist only in the demo's own database. */
import type { GroupRight, Role } from '../../domain/user.ts';
import type { DemoHome } from './demo-home.ts';

export interface DemoAccount {
  readonly username: string;
  readonly role: Role;
  readonly displayName: string;
  readonly email: string;
  readonly groups: readonly string[];
  readonly password: string;
}

const password = 'room-status';

export const demoAccounts: readonly DemoAccount[] = [
  {
    username: 'nurse',
    role: 'ward-nurse',
    displayName: 'Nora Lind, ward nurse',
    email: 'nurse@demo.example',
    groups: ['nurses-harbour-house'],
    password,
  },
  {
    username: 'manager',
    role: 'manager',
    displayName: 'Marc Delorme, manager',
    email: 'manager@demo.example',
    groups: ['care-managers'],
    password,
  },
  {
    username: 'admin',
    role: 'administrator',
    displayName: 'Agnes Berg, administrator',
    email: 'admin@demo.example',
    groups: ['administrators'],
    password,
  },
];

export function demoRightsFor({ clients, nurseLocation }: DemoHome): readonly GroupRight[] {
  return [
    { group: 'nurses-harbour-house', role: 'ward-nurse', scope: { kind: 'location', uuid: nurseLocation.uuid } },
    ...clients.map(({ uuid }): GroupRight => ({
      group: 'care-managers',
      role: 'manager',
      scope: { kind: 'client', uuid },
    })),
    { group: 'administrators', role: 'administrator', scope: { kind: 'everything' } },
  ];
}
