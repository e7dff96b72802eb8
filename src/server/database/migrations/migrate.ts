/** Migrates a database to the schema of this build. */
import { sql, type Kysely } from 'kysely';
import { OperatorError } from '../../shared/operator-error.ts';
import type { DatabaseKind } from '../database.ts';
import type { Schema } from '../schema.ts';
import { initialSchema } from './001-initial-schema.ts';
import { ingestRules } from './002-ingest-rules.ts';
import { mqttSessions } from './003-mqtt-sessions.ts';
import { mqttReader } from './004-mqtt-reader.ts';

/** In order. A released migration never changes; a change of the schema is a new migration. */
const migrations: readonly ((db: Kysely<Schema>, kind: DatabaseKind) => Promise<void>)[] = [
  initialSchema,
  ingestRules,
  mqttSessions,
  mqttReader,
];

/** The schema version of this build. */
export const schemaVersion = migrations.length;

/** A newer build wrote the data. This build could damage what it does not know. */
export class NewerSchemaError extends OperatorError {
  constructor(version: number) {
    super(
      `The data has schema version ${version}. This build of Room Status supports versions up to ${schemaVersion}. ` +
        'Start the newer build, or restore the backup made before it.',
    );
  }
}

/** Applies each missing migration in a transaction with its version number, so a kill never leaves half a migration. */
export async function migrate(db: Kysely<Schema>, kind: DatabaseKind): Promise<void> {
  await sql`create table if not exists schema_version (version integer primary key)`.execute(db);
  const { rows } = await sql<{ version: number | null }>`select max(version) as version from schema_version`.execute(
    db,
  );
  const current = rows[0]?.version ?? 0;
  if (current > schemaVersion) throw new NewerSchemaError(current);
  for (const [index, apply] of migrations.entries()) {
    if (index < current) continue;
    await db.transaction().execute(async (transaction) => {
      await apply(transaction, kind);
      await sql`insert into schema_version (version) values (${index + 1})`.execute(transaction);
    });
  }
}
