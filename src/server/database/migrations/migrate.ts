/**
 * Brings a database forward to this build's schema, one migration after the other, each in a
 * transaction of its own together with its number: a kill in between leaves a whole schema.
 */
import { sql, type Kysely } from 'kysely';
import type { DatabaseKind } from '../database.ts';
import type { Schema } from '../schema.ts';
import { first } from './001-initial-schema.ts';
import { rulesAtTheDoor } from './002-ingest-rules.ts';
import { mqttSessions } from './003-mqtt-sessions.ts';
import { OperatorError } from '../../shared/operator-error.ts';

/** In order; never changed once released, only added to. */
const migrations: readonly ((db: Kysely<Schema>, kind: DatabaseKind) => Promise<void>)[] = [
  first,
  rulesAtTheDoor,
  mqttSessions,
];

/** That of this build. */
export const schemaVersion = migrations.length;

/** The file was written by a newer build: going on could damage what that build keeps. */
export class NewerSchemaError extends OperatorError {
  constructor(version: number) {
    super(
      `The data is of schema version ${version}, and this build of Room Status knows only version ${migrations.length}. ` +
        'Start the newer build, or restore the backup made before it.',
    );
  }
}

export async function migrate(db: Kysely<Schema>, kind: DatabaseKind): Promise<void> {
  await sql`create table if not exists schema_version (version integer primary key)`.execute(db);
  const { rows } = await sql<{
    version: number;
  }>`select coalesce(max(version), 0) as version from schema_version`.execute(db);
  const current = rows[0]?.version ?? 0;
  if (current > migrations.length) throw new NewerSchemaError(current);
  for (const [index, apply] of migrations.entries()) {
    if (index < current) continue;
    await db.transaction().execute(async (transaction) => {
      await apply(transaction, kind);
      await sql`insert into schema_version (version) values (${index + 1})`.execute(transaction);
    });
  }
}
