/** The time zone of the location of a room. */
import { timeZoneOfStream } from '../../contract/rules/ingest-rules.ts';

const serverTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone of the location of a room. `rules`: `stream.rules`; without a room that of the server. */
export function timeZoneOf(rules: string | null | undefined): string {
  return timeZoneOfStream(rules ?? null) ?? serverTimeZone;
}
