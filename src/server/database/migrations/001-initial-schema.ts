/** The tables of the first release. */
import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../database.ts';
import type { Schema } from '../schema.ts';

export async function initialSchema(db: Kysely<Schema>, kind: DatabaseKind): Promise<void> {
  const { schema } = db;

  await schema
    .createTable('client')
    .addColumn('uuid', 'text', (column) => column.primaryKey())
    .addColumn('display_name', 'text', (column) => column.notNull())
    .execute();

  await schema
    .createTable('location')
    .addColumn('uuid', 'text', (column) => column.primaryKey())
    .addColumn('client_uuid', 'text', (column) => column.notNull().references('client.uuid'))
    .addColumn('display_name', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('location_client').on('location').column('client_uuid').execute();

  await schema
    .createTable('ward')
    .addColumn('uuid', 'text', (column) => column.primaryKey())
    .addColumn('location_uuid', 'text', (column) => column.notNull().references('location.uuid'))
    .addColumn('display_name', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('ward_location').on('ward').column('location_uuid').execute();

  await schema
    .createTable('stream')
    .addColumn('uuid', 'text', (column) => column.primaryKey())
    .addColumn('ward_uuid', 'text', (column) => column.notNull().references('ward.uuid'))
    .addColumn('display_name', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('room_status', 'integer', (column) => column.notNull())
    .addColumn('last_notification', 'integer')
    .addColumn('last_notification_sent', 'bigint')
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('reported_at', 'bigint')
    .execute();
  await schema.createIndex('stream_ward').on('stream').column('ward_uuid').execute();

  await schema
    .createTable('report')
    .addColumn('sequence', kind === 'postgres' ? 'bigserial' : 'integer', (column) =>
      kind === 'postgres' ? column.primaryKey() : column.primaryKey().autoIncrement(),
    )
    .addColumn('stream_uuid', 'text', (column) => column.notNull().references('stream.uuid'))
    .addColumn('report_id', 'text')
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('notification', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('device_key_id', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('report_once')
    .unique()
    .on('report')
    .columns(['stream_uuid', 'report_id'])
    .where('report_id', 'is not', null)
    .execute();
  await schema.createIndex('report_history').on('report').columns(['stream_uuid', 'at']).execute();

  await schema
    .createTable('device_key')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('scope_kind', 'text', (column) => column.notNull())
    .addColumn('scope_uuid', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .execute();

  await schema
    .createTable('account')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('username', 'text', (column) => column.notNull().unique())
    .addColumn('display_name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('groups', 'text', (column) => column.notNull())
    .execute();

  await schema
    .createTable('group_right')
    .addColumn('group_name', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('scope_kind', 'text', (column) => column.notNull())
    .addColumn('scope_uuid', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('group_right_key', ['group_name', 'role', 'scope_kind', 'scope_uuid'])
    .execute();

  await schema
    .createTable('revoked_token')
    .addColumn('token_id', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('revoked_token_expiry').on('revoked_token').column('expires_at').execute();

  await schema
    .createTable('identity_record')
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('grant_id', 'text')
    .addColumn('uid', 'text')
    .addColumn('user_code', 'text')
    .addColumn('consumed_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .addPrimaryKeyConstraint('identity_record_key', ['model', 'id'])
    .execute();
  await schema.createIndex('identity_record_grant').on('identity_record').column('grant_id').execute();
  await schema.createIndex('identity_record_uid').on('identity_record').column('uid').execute();
  await schema.createIndex('identity_record_expiry').on('identity_record').column('expires_at').execute();

  await schema
    .createTable('identity_key')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}
