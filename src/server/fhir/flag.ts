/** An alert as FHIR Flag. The names of staff and their notes are left out. */
import type { Alert } from '../../domain/alerts/alert.ts';
import type { AlertHistory } from '../../domain/history/alert-history.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import { codeSystems, conceptOf, statusConceptOf } from './codes.ts';

const extensionUrls = {
  /** `raised`, `acknowledged`, `attended` or `resolved`. */
  state: 'urn:room-status:extension:alert-state',
  resolution: 'urn:room-status:extension:alert-resolution',
} as const;

export function flagOf({ alert, raisedAt, endedAt }: AlertHistory) {
  const { uuid, streamUUID, status, priority, state, resolution } = alert;
  const tag = kindsOf(alert).map((code) => ({ system: codeSystems.alertKind, code }));
  return {
    resourceType: 'Flag',
    id: uuid,
    ...(tag.length > 0 && { meta: { tag } }),
    extension: [
      { url: extensionUrls.state, valueCode: state },
      ...(resolution === null ? [] : [{ url: extensionUrls.resolution, valueCode: resolution }]),
    ],
    status: endedAt === null ? 'active' : 'inactive',
    category: [conceptOf('flagCategory', 'safety'), conceptOf('alertPriority', priority)],
    code: statusConceptOf(status),
    subject: { reference: `Location/${streamUUID}` },
    period: { start: toIsoTime(raisedAt), ...(endedAt !== null && { end: toIsoTime(endedAt) }) },
    author: { reference: `Device/${streamUUID}` },
  };
}

function kindsOf({ isTest, isFault }: Pick<Alert, 'isTest' | 'isFault'>): readonly string[] {
  return [...(isTest ? ['drill'] : []), ...(isFault ? ['sensor-fault'] : [])];
}
