/** Aliases, ingest rules, the watchdog, and the effect of each report. */
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

export async function ingestRules(db: Kysely<Schema>): Promise<void> {
  const { schema } = db;

  // SQLite adds one column per statement.
  await schema.alterTable('location').addColumn('alias', 'text').execute();
  await schema
    .createIndex('location_alias')
    .unique()
    .on('location')
    .column('alias')
    .where('alias', 'is not', null)
    .execute();

  await schema.alterTable('stream').addColumn('alias', 'text').execute();
  for (const name of ['seen_at', 'pending_at', 'pending_due_at'] as const) {
    await schema.alterTable('stream').addColumn(name, 'bigint').execute();
  }
  for (const name of ['status_before_silence', 'pending_status', 'pending_notification'] as const) {
    await schema.alterTable('stream').addColumn(name, 'integer').execute();
  }
  await schema.alterTable('stream').addColumn('rules', 'text').execute();
  await schema.createIndex('stream_alias').on('stream').column('alias').where('alias', 'is not', null).execute();
  await schema
    .createIndex('stream_pending')
    .on('stream')
    .column('pending_due_at')
    .where('pending_due_at', 'is not', null)
    .execute();

  await schema
    .createTable('observation')
    .addColumn('stream_uuid', 'text', (column) => column.notNull().references('stream.uuid'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('observed_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('observation_key', ['stream_uuid', 'name'])
    .execute();

  await schema
    .alterTable('report')
    .addColumn('effect', 'text', (column) => column.notNull().defaultTo(sql`'card'`))
    .execute();
  // Pruning selects by age.
  await schema.createIndex('report_received').on('report').column('received_at').execute();

  await schema.alterTable('device_key').addColumn('last_used_at', 'bigint').execute();
  await schema.alterTable('device_key').addColumn('rate_per_second', 'integer').execute();
}
