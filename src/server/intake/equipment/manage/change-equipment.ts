/** Changes the equipment file on behalf of an administrator. */
import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod/mini';
import type { equipmentEndpoints } from '../../../../contract/manage/equipment.ts';
import { type AuditEntry, type AuditSource, recordAudit } from '../../../audit/record-audit.ts';
import type { Database } from '../../../database/database.ts';
import { AppError } from '../../../shared/app-error.ts';
import { errorMessage } from '../../../shared/error-message.ts';
import { refusedAs } from '../../../shared/reason.ts';
import { requireVersion } from '../../../shared/object-version.ts';
import { type ConnectionEntry, parseEquipment } from '../file/equipment-file.ts';
import { EquipmentFileError } from '../file/equipment-file-error.ts';
import { editEquipment } from './edit-equipment.ts';
import { type EquipmentStatePorts, readConnections, readEquipmentState } from './equipment-state.ts';

export type EquipmentChange = z.output<(typeof equipmentEndpoints.changeEquipment)['body']>;

export interface ChangeEquipmentPorts extends EquipmentStatePorts {
  readonly database: Database;
  /** Reads the changed file at once. */
  readonly reload: () => Promise<void>;
}

export type ChangeEquipment = ReturnType<typeof createChangeEquipment>;

/** One change after the other, so that each is compared with the result of the former. */
export function createChangeEquipment(ports: ChangeEquipmentPorts) {
  let lastTurn: Promise<unknown> = Promise.resolve();
  return (change: EquipmentChange, source: AuditSource): Promise<void> => {
    const turn = lastTurn.then(() => changeEquipment(ports, change, source));
    lastTurn = turn.catch(() => undefined);
    return turn;
  };
}

async function changeEquipment(ports: ChangeEquipmentPorts, change: EquipmentChange, source: AuditSource) {
  const { database, file, reload } = ports;
  if (file.readOnlyReason() !== null) {
    throw new AppError('forbidden', refusedAs('file-read-only'));
  }
  requireVersion(readEquipmentState(ports), change.version);
  const { connections, text: before } = readConnections(file);
  const index = 'text' in change ? undefined : indexOf(connections, change.name);
  const text = 'text' in change ? change.text : editEquipment(before, { index, connection: change.connection });
  const next = check(ports, text, 'text' in change ? undefined : (index ?? connections.length));
  const event = describeEvent(change, connections, next);
  let restore: (() => Promise<void>) | undefined;
  try {
    await database.query.transaction().execute(async (transaction) => {
      await recordAudit(transaction, { ...source, ...event, clientUUID: null });
      // The last step of the transaction: without the file there is no event.
      restore = await file.replace(text).catch((error: unknown) => {
        const { detail, members } = refusedAs('file-not-written', { message: errorMessage(error) });
        throw new AppError('conflict', { detail, members: { ...members, current: readEquipmentState(ports) } });
      });
    });
  } catch (error) {
    // The commit failed, so there is no event: without the former file the audit log would miss a change.
    await restore?.();
    throw error;
  }
  await reload();
}

function indexOf(connections: readonly ConnectionEntry[], name: string | null): number | undefined {
  if (name === null) return undefined;
  const index = connections.findIndex((one) => one.name === name);
  if (index === -1) throw new AppError('not-found', { detail: 'The equipment file has no such connection.' });
  return index;
}

/**
 * Throws AppError `invalid-request` with the fields. Those of the connection at `index` have the names of its form.
 * NOTE: a preset file is only read if it is in effect already. Otherwise the errors would tell what other files contain.
 */
function check({ equipment, file }: ChangeEquipmentPorts, text: string, index: number | undefined) {
  const inEffect = new Set(equipment.settings().map(({ presetFile }) => presetFile));
  try {
    return parseEquipment(file.path ?? '', text, (presetFile) => inEffect.has(presetFile)).connections;
  } catch (error) {
    if (!(error instanceof EquipmentFileError)) throw error;
    const prefix = `connections[${index}].`;
    throw new AppError('invalid-request', {
      errors: error.problems.map(({ field, ...reason }) => ({
        field: field.startsWith(prefix) ? field.slice(prefix.length) : field || 'text',
        ...reason,
      })),
    });
  }
}

type Event = Pick<AuditEntry, 'action' | 'object' | 'before' | 'after'>;

function describeEvent(
  change: EquipmentChange,
  before: readonly ConnectionEntry[],
  after: readonly ConnectionEntry[],
): Event {
  if ('text' in change) {
    return {
      action: 'equipment.change',
      before: { connections: notIn(after, before) },
      after: { connections: notIn(before, after) },
    };
  }
  const name = change.connection?.name ?? change.name;
  const object = { kind: 'connection', id: null, name } as const;
  const found = (entries: readonly ConnectionEntry[], wanted: string | null | undefined) => {
    const entry = entries.find((one) => one.name === wanted);
    return entry === undefined ? undefined : { ...entry };
  };
  const action = change.name === null ? 'add' : change.connection === null ? 'remove' : 'change';
  return {
    action: `connection.${action}`,
    object,
    before: found(before, change.name),
    after: found(after, change.connection?.name),
  };
}

/** The connections that `others` does not have, or not like this. */
function notIn(others: readonly ConnectionEntry[], connections: readonly ConnectionEntry[]) {
  return connections.filter((one) => !others.some((other) => isDeepStrictEqual(one, other)));
}
