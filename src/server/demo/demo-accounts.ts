/** The accounts and rights of the demo. They exist only in the demo's own database. */
import type { GroupRight, Role } from '../../domain/user.ts';
import type { DemoHome } from './demo-home.ts';

function account(username: string, role: Role, displayName: string, group: string) {
  return { username, role, displayName, email: `${username}@demo.example`, groups: [group], password: 'room-status' };
}

export const demoAccounts = [
  account('nurse', 'ward-nurse', 'Nora Lind, ward nurse', 'nurses-harbour-house'),
  account('manager', 'manager', 'Marc Delorme, manager', 'care-managers'),
  account('admin', 'administrator', 'Agnes Berg, administrator', 'administrators'),
];

export function demoRightsOf({ clients, nurseLocation }: DemoHome): readonly GroupRight[] {
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
