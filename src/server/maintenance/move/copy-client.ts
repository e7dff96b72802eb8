/** Copies the rows of a client to another cell: first its past, while the client reports, and at the end the rest. */
import { type Kysely, type RawBuilder, sql, type SqlBool, type Transaction } from 'kysely';
import { splitIntoBatches } from '../../database/batches.ts';
import { dayOfReceipt, daysBetween, readLogStart } from '../../database/report-days.ts';
import type { Schema } from '../../database/schema.ts';
import { insertRows, type Row } from '../copy/insert-rows.ts';
import { logTables, otherTables, placesOf, placeTables, settlingTables } from './client-tables.ts';

type LogTable = (typeof logTables)[number];
type SettlingTable = (typeof settlingTables)[number];

export interface ClientCopyOptions {
  /** The uuid of the client. */
  readonly client: string;
  readonly from: Kysely<Schema>;
  /** One transaction, so that an interrupted copy leaves nothing. */
  readonly to: Transaction<Schema>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called with the number of copied reports. */
  readonly onProgress: (reports: number) => void;
}

/** A page is at most about a megabyte. */
const pageSize = 2_000;
/** Nights are counted again, and notices are sent, for less than so many days. */
const settledAfterDays = 5;
const dayMs = 86_400_000;
/** Clocks of servers differ by less, so a report that is stored now was not received on an earlier day than yesterday. */
const catchUpMs = dayMs;

export class ClientCopy {
  readonly #options: ClientCopyOptions;
  readonly #columns = new Map<string, readonly string[]>();
  /**
   * The last copied entry of each log and room, by its number in the old cell. The entries of a room are stored under the
   * lock of the room, so an entry never becomes visible after one with a higher number.
   */
  readonly #done = new Map<string, number>();
  readonly #openKeys = new Map<SettlingTable['name'], readonly string[]>();
  readonly #settledBefore: number;
  readonly #places: ReturnType<typeof placesOf>;
  #reportCount = 0;

  constructor(options: ClientCopyOptions) {
    this.#options = options;
    this.#places = placesOf(options.client);
    this.#settledBefore = options.now() - settledAfterDays * dayMs;
  }

  /** Copies what does not change any more. Takes about a minute for a million reports. */
  async copyPast(): Promise<void> {
    const { from, now } = this.#options;
    const days = daysBetween((await readLogStart(from)) ?? now(), now());
    for (const stream of await this.#readStreams()) {
      for (const table of logTables) await this.#copyLog(table, [stream], days);
    }
    for (const table of settlingTables) await this.#copySettled(table);
  }

  /** Copies what was stored since the last call. Returns the number of rows. */
  async catchUp(): Promise<number> {
    const days = daysBetween(this.#options.now() - catchUpMs, this.#options.now() + dayMs);
    let count = 0;
    for (const streams of splitIntoBatches(await this.#readStreams())) {
      for (const table of logTables) count += await this.#copyLog(table, streams, days);
    }
    return count;
  }

  /** The number of copied reports. */
  reportCount(): number {
    return this.#reportCount;
  }

  /** Copies everything that is not copied yet. The rooms must be frozen. */
  async copyRest(): Promise<void> {
    await this.catchUp();
    for (const { name, ofClient } of [...placeTables, ...otherTables]) {
      await this.#insert(name, await this.#read(name, ofClient(this.#places)));
    }
    for (const table of settlingTables) {
      const isOpen = sql<SqlBool>`${sql.ref(table.key)}::text = any(${this.#openKeys.get(table.name) ?? []})`;
      const isYoung = sql<SqlBool>`${sql.ref(table.time)} >= ${this.#settledBefore}`;
      await this.#copyPages(table, sql<SqlBool>`(${isYoung} or ${isOpen})`);
    }
  }

  async #readStreams(): Promise<readonly string[]> {
    const rooms = this.#options.from
      .selectFrom('stream')
      .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
      .innerJoin('location', 'location.uuid', 'ward.location_uuid')
      .select('stream.uuid')
      .where('location.client_uuid', '=', this.#options.client)
      .orderBy('stream.uuid');
    return (await rooms.execute()).map(({ uuid }) => uuid);
  }

  /** Copies the new entries of rooms, in their order. Returns their number. `days`: the days of receipt of reports. */
  async #copyLog(table: LogTable, streams: readonly string[], days: readonly number[]): Promise<number> {
    let count = 0;
    for (let isMore = true; isMore;) {
      const done = streams.map((uuid) => ({ uuid, sequence: this.#done.get(`${table} ${uuid}`) ?? -1 }));
      const isOfDays = table === 'report' ? sql<SqlBool>`${dayOfReceipt} = any(${days})` : sql<SqlBool>`true`;
      const { rows } = await sql<Row & { readonly stream_uuid: string; readonly sequence: number }>`
        select entry.* from ${sql.table(table)} entry
        join json_to_recordset(${JSON.stringify(done)}::json) as done (uuid text, sequence bigint)
          on entry.stream_uuid = done.uuid and entry.sequence > done.sequence
        where entry.stream_uuid = any(${streams}) and ${isOfDays}
        order by entry.sequence + 0 limit ${pageSize}`.execute(this.#options.from);
      await this.#insert(table, rows);
      for (const { stream_uuid, sequence } of rows) this.#done.set(`${table} ${stream_uuid}`, sequence);
      count += rows.length;
      if (table === 'report') this.#options.onProgress((this.#reportCount += rows.length));
      isMore = rows.length === pageSize;
    }
    return count;
  }

  async #copySettled(table: SettlingTable): Promise<void> {
    const { name, key, time, isOpen, ofClient } = table;
    const isOld = sql<SqlBool>`${sql.ref(time)} < ${this.#settledBefore}`;
    const open = await sql<{ key: string }>`select ${sql.ref(key)}::text as key from ${sql.table(name)}
      where ${ofClient(this.#places)} and ${isOld} and ${isOpen}`.execute(this.#options.from);
    const keys = open.rows.map((row) => row.key);
    this.#openKeys.set(name, keys);
    await this.#copyPages(table, sql<SqlBool>`${isOld} and not ${sql.ref(key)}::text = any(${keys})`);
  }

  async #copyPages({ name, key, ofClient }: SettlingTable, condition: RawBuilder<SqlBool>): Promise<void> {
    let after = sql<SqlBool>`true`;
    for (;;) {
      const page = sql<SqlBool>`${ofClient(this.#places)} and ${condition} and ${after}`;
      const rows = await this.#read(name, page, sql`order by ${sql.ref(key)} limit ${pageSize}`);
      await this.#insert(name, rows);
      if (rows.length < pageSize) return;
      after = sql<SqlBool>`${sql.ref(key)} > ${rows.at(-1)?.[key]}`;
    }
  }

  async #read(table: keyof Schema, condition: RawBuilder<SqlBool>, page = sql``): Promise<readonly Row[]> {
    const { rows } = await sql<Row>`select * from ${sql.table(table)} where ${condition} ${page}`.execute(
      this.#options.from,
    );
    return rows;
  }

  async #insert(name: keyof Schema, rows: readonly Row[]): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    const columns = this.#columns.get(name) ?? Object.keys(first).filter((column) => column !== 'sequence');
    this.#columns.set(name, columns);
    for (let start = 0; start < rows.length; start += pageSize) {
      await insertRows(this.#options.to, { name, columns }, rows.slice(start, start + pageSize));
    }
  }
}
