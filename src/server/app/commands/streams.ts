import { statusOfCode } from '../../../domain/room-status.ts';
import { listRooms } from '../../hierarchy/room-overview.ts';
import { defineCommand } from '../command-line/command.ts';
import { ageOf } from '../command-line/durations.ts';
import { scopeHelp, scopeOf } from '../command-line/scope-words.ts';
import { table } from '../command-line/table.ts';

export const streams = defineCommand({
  name: 'streams',
  usage: '[--ward SCOPE] [--silent] [--json]',
  summary: 'Every room: its place, alias, uuid and status, and when its device was last heard.',
  details: `  --ward    only the rooms beneath it, be it a ward, a location or a client
  --silent  only those that are monitored and not heard, or were never heard
  --json    for a machine; times as ISO 8601

${scopeHelp}`,
  options: {
    ward: { type: 'string', default: 'everything' },
    silent: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
  most: 0,
  run: async ({ values: { ward, silent, json } }, { open, now, terminal }) => {
    const database = await open();
    const { scope } = await scopeOf(database, '--ward', ward);
    const rooms = (await listRooms(database, scope, now)).filter(({ isSilent }) => isSilent || !silent);
    if (json) {
      const isoOf = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());
      const list = rooms.map(({ reportedAt, seenAt, ...room }) => ({
        ...room,
        reportedAt: isoOf(reportedAt),
        seenAt: isoOf(seenAt),
      }));
      terminal.print(JSON.stringify(list, null, 2));
      return;
    }
    const rows = rooms.map((room) => [
      `${room.location} / ${room.ward} / ${room.room}`,
      room.alias ?? '-',
      room.uuid,
      room.status === 'INACTIVE' ? 'INACTIVE' : `${room.roomStatus} ${statusOfCode(room.roomStatus).name}`,
      ageOf(room.reportedAt, now),
      ageOf(room.seenAt, now),
    ]);
    const nothing = silent ? 'Every monitored room is heard.' : 'There is no room yet: see `import`.';
    const heads = ['room', 'alias', 'stream', 'status', 'last report', 'last heard'];
    terminal.print(rows.length === 0 ? nothing : table(heads, rows));
  },
});
