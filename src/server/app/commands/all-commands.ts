/** All commands, in the order in which an operator meets them. */
import type { Command } from '../command-line/command.ts';
import { accountAdd, accountList, accountPassword, accountRemove } from './account.ts';
import { backup } from './backup.ts';
import { check } from './check.ts';
import { deviceKeyAdd, deviceKeyList, deviceKeyRevoke } from './device-key.ts';
import { exportCommand } from './export.ts';
import { groupGrant, groupList, groupRevoke } from './group.ts';
import { importCommand } from './import.ts';
import { prune } from './prune.ts';
import { restore } from './restore.ts';
import { streams } from './streams.ts';

export const commands: readonly Command[] = [
  importCommand,
  exportCommand,
  streams,
  deviceKeyAdd,
  deviceKeyList,
  deviceKeyRevoke,
  groupList,
  groupGrant,
  groupRevoke,
  accountAdd,
  accountList,
  accountPassword,
  accountRemove,
  backup,
  restore,
  prune,
  check,
];
