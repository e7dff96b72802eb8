/** The lease of the process that reads the external MQTT broker. Replaces the sessions of several readers. */
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

export async function mqttReader({ schema }: Kysely<Schema>): Promise<void> {
  await schema.dropTable('mqtt_session').execute();
  await schema
    .createTable('mqtt_reader')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('beat', 'bigint', (column) => column.notNull())
    .execute();
}
