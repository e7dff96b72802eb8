/** The actions that the audit log records. */

export const auditActorKinds = ['user', 'operator', 'server', 'device', 'wall-board'] as const;

/** The kind of an actor. `operator`: a person who ran a command on the server. */
export type AuditActorKind = (typeof auditActorKinds)[number];

/**
 * Actions which record that a user looked at data. `room.view`: the history of a room. `home.view`: the rooms in the administration. `equipment.listen`:
 * messages of devices.
 */
const viewActions = [
  'ward.view',
  'room.view',
  'home.view',
  'figures.view',
  'people.view',
  'device-key.view',
  'equipment.view',
  'equipment.listen',
  'contact.view',
  'audit.view',
] as const;

export type ViewAction = (typeof viewActions)[number];

const placeActions = (['client', 'location', 'ward', 'room'] as const).flatMap((level) =>
  (['add', 'change', 'remove'] as const).map((change) => `${level}.${change}` as const),
);

/** The actions of the audit log by the kind of event, with the kinds in the order in which a page offers them. */
const actionsByKind = {
  alert: [
    /** The answers of staff to alerts: on the way, withdrawn, in the room, resolved. */
    'alert.acknowledge',
    'alert.withdraw',
    'alert.attend',
    'alert.resolve',
    'room.pause',
    'room.note',
    'room.resume',
    'drill.start',
    'duty.start',
    'duty.end',
  ],
  view: [...viewActions, 'home.export', 'audit.export'],
  'sign-in': ['sign-in', 'sign-in.failed', 'sign-out'],
  home: [
    /** An import that changes many places and rooms. Each single change is an event that is a part of this one. */
    'home.import',
    'home.change',
    ...placeActions,
    /** A room that is missing in an imported file becomes INACTIVE, because it has reports. */
    'room.retire',
    /** The history of a room was erased. The event has the numbers, and nothing of the history. */
    'room.erase',
  ],
  device: [
    'device-key.add',
    'device-key.revoke',
    'connection.add',
    'connection.change',
    'connection.remove',
    'equipment.import',
    'broker.change',
    'contact.add',
    'contact.change',
    'contact.replace-secret',
    'contact.remove',
    /** A message about an alert that was not delivered. */
    'notice.send-again',
    'wall-board.add',
    'wall-board.change',
    'wall-board.remove',
  ],
  people: [
    'right.grant',
    'right.revoke',
    'account.add',
    'account.change',
    'account.change-password',
    'account.disable',
    'account.enable',
    'account.link',
    'account.remove',
  ],
  data: [
    /** The server records this event before it makes the copy of the database. */
    'data.backup',
    /** The server records this event when it has verified the copy of the database. */
    'data.backup-complete',
    /** Another program has made a backup. `finishedAt` has the time of its end. */
    'data.backup-recorded',
    'data.restore',
    'data.copy',
    /** A client has moved to another cell. */
    'data.move',
    'data.prune',
    'provider-keys.rotate',
  ],
} as const;

export const auditKinds = [
  'alert',
  'view',
  'sign-in',
  'home',
  'device',
  'people',
  'data',
] as const satisfies readonly (keyof typeof actionsByKind)[];

export type AuditKind = (typeof auditKinds)[number];

const auditActions = Object.values(actionsByKind).flat();

export function actionsOfKind(kind: AuditKind): readonly AuditAction[] {
  return actionsByKind[kind];
}

export type AuditAction = (typeof auditActions)[number];

/** Whether this version knows the action. A newer server may send further actions. */
export function isAuditAction(text: string): text is AuditAction {
  return auditActions.some((action) => action === text);
}

export type AuditObjectKind =
  | 'change'
  | 'client'
  | 'location'
  | 'ward'
  | 'room'
  | 'device-key'
  | 'wall-board'
  | 'connection'
  | 'contact'
  | 'group'
  | 'account'
  | 'session';
