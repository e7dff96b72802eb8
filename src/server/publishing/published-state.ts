/** What is published about a room and a ward: statuses and open alerts, without names of people. */
import type { Stream } from '../../contract/home/entities.ts';
import type { ShownAlert } from '../../domain/alerts/shown-alert.ts';
import { statusOfCode, statusOfName } from '../../domain/room-status.ts';
import { emailWords } from '../contacts/email/email-words.ts';

/** The JSON on the state topic of a room. Home Assistant shows its members as attributes. */
export interface RoomState {
  /** The name of the status, such as `out_of_bed`. */
  readonly status: string;
  /** The English text of the status. */
  readonly label: string;
  /** Whether the devices of the room observe it now. If not, `status` says nothing about the resident. */
  readonly monitored: boolean;
  /** Whether the status is a fall, or an alert about a fall is open. */
  readonly fall: boolean;
  /** The statuses of the alerts of high and medium priority that nobody has answered. */
  readonly unanswered: readonly string[];
  /** Whether all open alerts are drills. False: there is a real one, or none. */
  readonly drill: boolean;
}

/** The JSON on the state topic of a ward. */
export interface WardState {
  readonly fall: boolean;
  /** The number of unanswered alerts of high and medium priority. */
  readonly unanswered: number;
  readonly drill: boolean;
  /** Whether at least one room is monitored. */
  readonly monitored: boolean;
  /** The number of active rooms that are not monitored. */
  readonly unmonitored: number;
}

const fallCode = statusOfName('man_down')?.code;

export function roomStateOf(stream: Stream): RoomState {
  const { name } = statusOfCode(stream.roomStatus);
  const monitored = isMonitored(stream);
  const alerts = openAlertsOf(stream);
  return {
    status: name,
    label: emailWords.en.status[name],
    monitored,
    fall: (monitored && stream.roomStatus === fallCode) || alerts.some(({ status }) => status === fallCode),
    unanswered: alerts.filter(isUnanswered).map(({ status }) => statusOfCode(status).name),
    drill: isDrill(alerts),
  };
}

/** `streams`: all streams of the ward. */
export function wardStateOf(streams: readonly Stream[]): WardState {
  const rooms = streams.map(roomStateOf);
  const active = streams.filter(({ status }) => status === 'ACTIVE');
  const monitoredCount = active.filter(isMonitored).length;
  return {
    fall: rooms.some(({ fall }) => fall),
    unanswered: rooms.reduce((sum, { unanswered }) => sum + unanswered.length, 0),
    drill: isDrill(streams.flatMap(openAlertsOf)),
    monitored: monitoredCount > 0,
    unmonitored: active.length - monitoredCount,
  };
}

function isMonitored({ status, roomStatus, offlineSource }: Stream): boolean {
  return status === 'ACTIVE' && offlineSource === undefined && statusOfCode(roomStatus).priority !== 'technical';
}

/** A technical alert is left out, because `monitored` says the same. */
function openAlertsOf({ alerts = [] }: Stream): readonly ShownAlert[] {
  return alerts.filter(({ priority, state }) => priority !== 'technical' && state !== 'resolved');
}

function isUnanswered({ state }: ShownAlert): boolean {
  return state === 'raised';
}

function isDrill(alerts: readonly ShownAlert[]): boolean {
  return alerts.length > 0 && alerts.every(({ isTest }) => isTest);
}
