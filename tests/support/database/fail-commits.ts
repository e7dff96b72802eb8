import { sql } from 'kysely';
import type { Database } from '../../../src/server/database/database.ts';

const statements = {
  sqlite: [
    'create table never (sequence integer references audit_event (sequence) deferrable initially deferred)',
    'create trigger fail_commit after insert on audit_event begin insert into never values (-1); end',
  ],
  postgres: [
    "create function fail_commit() returns trigger language plpgsql as $$ begin raise exception 'no commit'; end $$",
    `create constraint trigger fail_commit after insert on audit_event deferrable initially deferred
     for each row execute function fail_commit()`,
  ],
} as const;

/** From now on each transaction with an event for the audit log succeeds until its commit, which fails. */
export async function failCommits({ kind, query }: Database): Promise<void> {
  for (const statement of statements[kind]) await sql.raw(statement).execute(query);
}
