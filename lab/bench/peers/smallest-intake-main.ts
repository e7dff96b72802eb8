/**
 * The smallest intake: a program on Node.js and SQLite that only stores each report durably. It has no keys, rules,
 * alerts or boards, but the tables and indexes of the product. Arguments: the folder of its database, and the port.
 */
import { fdatasync, openSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

interface Call {
  readonly body: string;
  readonly response: ServerResponse;
}

type Report = Readonly<Record<'stream' | 'id' | 'at', string>> & { readonly status: number };

/** The maximum number of calls in one transaction, which is that of the product. */
const maxCalls = 100;

const [, , folder = '', port] = process.argv;
const file = join(folder, 'peer.sqlite');
const sqlite = new Sqlite(file);
sqlite.pragma('journal_mode = WAL');
sqlite.pragma('synchronous = NORMAL');
sqlite.exec(`
  create table stream (
    uuid text primary key not null, display_name text not null, room_status integer not null,
    last_notification integer, last_notification_sent bigint, revision bigint not null, reported_at bigint, seen_at bigint
  );
  create table report (
    sequence integer primary key, stream_uuid text not null, report_id text, status integer not null,
    notification integer not null, at bigint not null, received_at bigint not null, revision bigint not null,
    device_key_id text not null, effect text not null
  );
  create unique index report_once on report (received_at / 86400000, stream_uuid, report_id);
`);
const begin = sqlite.prepare('begin immediate');
const commit = sqlite.prepare('commit');
const insertReport = sqlite.prepare(
  `insert or ignore into report
     (stream_uuid, report_id, status, notification, at, received_at, revision, device_key_id, effect)
   values (?, ?, ?, 1, ?, ?, 1, 'device', 'applied')`,
);
const upsertStream = sqlite.prepare(
  `insert into stream values (?, 'Room 12, second floor', ?, ?, ?, 1, ?, ?)
   on conflict (uuid) do update set
     room_status = excluded.room_status, last_notification = excluded.last_notification,
     last_notification_sent = excluded.last_notification_sent, revision = revision + 1,
     reported_at = excluded.reported_at, seen_at = excluded.seen_at`,
);
const wal = openSync(`${file}-wal`, 'r+');
const waiting: Call[] = [];
let committed: Call[] = [];
let isSyncing = false;

createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => (body += chunk));
  request.on('end', () => {
    if (waiting.push({ body, response }) === 1) setImmediate(commitGroup);
  });
}).listen(Number(port), '127.0.0.1');

function commitGroup(): void {
  const group = waiting.splice(0, maxCalls);
  const receivedAt = Date.now();
  begin.run();
  for (const { stream, id, status, at } of group.flatMap(reportsOf)) {
    const time = Date.parse(at);
    insertReport.run(stream, id, status, time, receivedAt);
    upsertStream.run(stream, status, status, time, time, receivedAt);
  }
  commit.run();
  committed.push(...group);
  if (waiting.length > 0) setImmediate(commitGroup);
  if (!isSyncing) sync();
}

function reportsOf({ body }: Call): readonly Report[] {
  const parsed: unknown = JSON.parse(body);
  return [parsed].flat().filter(isReport);
}

function isReport(value: unknown): value is Report {
  return typeof value === 'object' && value !== null && 'stream' in value;
}

function sync(): void {
  const covered = committed;
  committed = [];
  isSyncing = true;
  fdatasync(wal, (error) => {
    if (error !== null) throw error;
    isSyncing = false;
    if (committed.length > 0) sync();
    for (const { response } of covered) answer(response);
  });
}

function answer(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 }).end('{}');
}
