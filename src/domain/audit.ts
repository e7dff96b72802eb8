/** What the audit log records. */

export const auditActorKinds = ['user', 'operator', 'server', 'device'] as const;

/** `operator`: somebody who ran a command of the command line. */
export type AuditActorKind = (typeof auditActorKinds)[number];

const placeActions = (['client', 'location', 'ward', 'room'] as const).flatMap((level) =>
  (['add', 'change', 'remove'] as const).map((change) => `${level}.${change}` as const),
);

const auditActions = [
  'sign-in',
  'sign-in.failed',
  'sign-out',
  'ward.view',
  ...placeActions,
  /** A room that is missing in an imported file becomes INACTIVE, because it has reports. */
  'room.retire',
  'drill.start',
  'device-key.add',
  'device-key.revoke',
  'connection.add',
  'connection.change',
  'connection.remove',
  'equipment.change',
  'right.grant',
  'right.revoke',
  'account.add',
  'account.change',
  'account.change-password',
  'account.disable',
  'account.enable',
  'account.link',
  'account.remove',
  'passkey.add',
  'passkey.remove',
  'provider-keys.rotate',
  'data.prune',
  /** Recorded before the copy. */
  'data.backup',
  /** The copy was verified. */
  'data.backup-complete',
  'data.restore',
  'data.copy',
  'audit.export',
] as const;

export type AuditAction = (typeof auditActions)[number];

/** False for an action of a newer server. */
export function isAuditAction(text: string): text is AuditAction {
  return auditActions.some((action) => action === text);
}

export type AuditObjectKind =
  | 'client'
  | 'location'
  | 'ward'
  | 'room'
  | 'device-key'
  | 'connection'
  | 'group'
  | 'account'
  | 'session';
