/** The hierarchy as CSV: a row a stream; a client, location or ward that has nothing beneath it has a row too. */
import { stringify } from 'csv-stringify/sync';
import { type Column, columns, safeCell } from './csv-cells.ts';
import type { Home } from './home.ts';
import { byName } from './order.ts';

type Row = Partial<Record<Column, string>>;

export function writeCsvHome(home: Home): string {
  const rows = clientRows(home).map((row) => columns.map((column) => safeCell(row[column] ?? '')));
  // Spreadsheets and RFC 4180 end a row so.
  return stringify([[...columns], ...rows], { record_delimiter: 'windows' });
}

function orItself(row: Row, beneath: readonly Row[]): readonly Row[] {
  return beneath.length === 0 ? [row] : beneath;
}

function clientRows(home: Home): readonly Row[] {
  return byName(home.clients).flatMap(({ uuid, displayName }) => {
    const row: Row = { client: displayName, clientUUID: uuid };
    return orItself(row, locationRows(home, uuid, row));
  });
}

function locationRows(home: Home, client: string, above: Row): readonly Row[] {
  return byName(home.locations.filter(({ clientUUID }) => clientUUID === client)).flatMap(
    ({ uuid, displayName, alias }) => {
      const row: Row = { ...above, location: displayName, locationUUID: uuid, locationAlias: alias ?? '' };
      return orItself(row, wardRows(home, uuid, row));
    },
  );
}

function wardRows(home: Home, location: string, above: Row): readonly Row[] {
  return byName(home.wards.filter(({ locationUUID }) => locationUUID === location)).flatMap(({ uuid, displayName }) => {
    const row: Row = { ...above, ward: displayName, wardUUID: uuid };
    return orItself(row, streamRows(home, uuid, row));
  });
}

function streamRows(home: Home, ward: string, above: Row): readonly Row[] {
  return byName(home.streams.filter(({ wardUUID }) => wardUUID === ward)).map(
    ({ uuid, displayName, alias, type, status, rules }): Row => ({
      ...above,
      displayName,
      uuid,
      alias: alias ?? '',
      type,
      status,
      rules: rules ?? '',
    }),
  );
}
