/** One session at the external MQTT broker for each process. Migration 004 drops this table. */
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

export async function mqttSessions({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('mqtt_session')
    .addColumn('client_id', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('beat', 'integer', (column) => column.notNull())
    .addColumn('filters', 'text', (column) => column.notNull())
    .addColumn('is_leaving', 'integer', (column) => column.notNull())
    .execute();
}
