/** Lists behind the findings: silent rooms, wards and boards, processes, connections and events. */
import type { ReactNode } from 'react';
import { isServerEvent } from '../../domain/status/server-event.ts';
import { List, ListRow } from '../ui/list/list.tsx';
import { Section } from '../ui/page/section.tsx';
import textStyles from '../ui/text.module.css';
import { formatRelativeTime } from '../ui/time/time-format.ts';
import { useNow } from '../ui/time/use-now.ts';
import { type ManageTranslate, useTexts } from '../administration/use-texts.ts';
import { formatStatusTime } from './time-text.ts';
import type { SystemStatus } from '../administration/use-system-status.ts';

interface StatusListProps {
  readonly status: SystemStatus;
}

export function SilentRooms({ status: { silentRooms, findings } }: StatusListProps) {
  const { t } = useTexts();
  // The list that the server sends is limited. The finding has the number of all silent rooms.
  const count = Number(findings.find(({ part }) => part === 'devices')?.values['count'] ?? 0);
  const moreCount = count - silentRooms.length;
  return (
    <StatusList title={t('status.silent_rooms')} isEmpty={silentRooms.length === 0}>
      {silentRooms.map(({ room, ward, location, since }) => (
        <StatusRow key={`${location}/${ward}/${room}`} name={room} detail={`${location} · ${ward}`}>
          {since === null ? t('status.never') : <Age at={since} />}
        </StatusRow>
      ))}
      {moreCount > 0 && <ListRow name={t('status.more_rooms', { count: moreCount })} />}
    </StatusList>
  );
}

export function UnwatchedWards({ status: { unwatchedWards } }: StatusListProps) {
  const { t } = useTexts();
  return (
    <StatusList title={t('status.unwatched_wards')} isEmpty={unwatchedWards.length === 0}>
      {unwatchedWards.map(({ ward, location, since }) => (
        <StatusRow key={`${location}/${ward}`} name={ward} detail={location}>
          <Age at={since} />
        </StatusRow>
      ))}
    </StatusList>
  );
}

type Board = SystemStatus['boards'][number];

export function BoardList({ status: { boards } }: StatusListProps) {
  const { t } = useTexts();
  return (
    <StatusList title={t('status.boards')} isEmpty={boards.length === 0}>
      {boards.map((board) => (
        <StatusRow
          key={`${board.since} ${board.wards.join()}`}
          name={board.wards.join(', ')}
          detail={boardText(board, t)}
        >
          <Age at={board.since} />
        </StatusRow>
      ))}
    </StatusList>
  );
}

function boardText({ isVisible, isAudible, wakeLock, soundCheck }: Board, t: ManageTranslate): string {
  const soundState = soundCheck === null ? 'unproven' : soundCheck.isHeard ? 'proven' : 'not_heard';
  return [
    t(isVisible ? 'status.board.visible' : 'status.board.hidden'),
    t(isAudible ? 'status.board.audible' : 'status.board.silent'),
    t(`status.board.${soundState}`),
    ...(wakeLock === 'held' ? [] : [t('status.board.may_sleep')]),
  ].join(' · ');
}

export function ProcessList({ status: { processes } }: StatusListProps) {
  const { t, language } = useTexts();
  const now = useNow(60_000);
  return (
    <StatusList title={t('status.processes')} isEmpty={false}>
      {processes.map(({ name, version, startedAt, seenAt }) => (
        <StatusRow
          key={name}
          name={name}
          detail={t('status.process', { version, time: formatStatusTime(startedAt, now, language) })}
        >
          <Age at={seenAt} />
        </StatusRow>
      ))}
    </StatusList>
  );
}

export function Connections({ status: { processes } }: StatusListProps) {
  const { t } = useTexts();
  const newest = new Map<string, string | null>();
  for (const { name, receivedAt } of processes.flatMap(({ connections }) => connections)) {
    const known = newest.get(name) ?? null;
    newest.set(name, known === null || (receivedAt !== null && receivedAt > known) ? receivedAt : known);
  }
  return (
    <StatusList title={t('status.connections')} isEmpty={newest.size === 0}>
      {[...newest].map(([name, receivedAt]) => (
        <StatusRow key={name} name={name} detail={t('status.last_message')}>
          {receivedAt === null ? t('status.none_since_start') : <Age at={receivedAt} />}
        </StatusRow>
      ))}
    </StatusList>
  );
}

const maxShownEvents = 30;

/** Lists the newest events of all processes, the newest first. */
export function EventList({ status: { processes } }: StatusListProps) {
  const { t } = useTexts();
  const events = processes
    .flatMap(({ name, events: ofProcess }) => ofProcess.map((event) => ({ ...event, process: name })))
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, maxShownEvents);
  return (
    <StatusList title={t('status.events')} isEmpty={events.length === 0}>
      {events.map(({ event, at, about, count, process }) => (
        <StatusRow
          key={`${process} ${at} ${event} ${about}`}
          name={`${isServerEvent(event) ? t(`status.event.${event}`) : event}${count > 1 ? ` (${count}×)` : ''}`}
          detail={[about, processes.length > 1 ? process : null].filter((text) => text !== null).join(' · ')}
        >
          <Age at={at} />
        </StatusRow>
      ))}
    </StatusList>
  );
}

interface ListProps {
  readonly title: string;
  readonly isEmpty: boolean;
  readonly children: ReactNode;
}

function StatusList({ title, isEmpty, children }: ListProps) {
  if (isEmpty) return null;
  return (
    <Section title={title}>
      <List isFramed>{children}</List>
    </Section>
  );
}

interface StatusRowProps {
  readonly name: string;
  readonly detail: string;
  /** The text that says since when the state lasts, or how long ago the event was. */
  readonly children: ReactNode;
}

function StatusRow({ name, detail, children }: StatusRowProps) {
  return (
    <ListRow name={name} actions={<span className={textStyles.detail}>{children}</span>}>
      <bdi className={textStyles.detail}>{detail}</bdi>
    </ListRow>
  );
}

function Age({ at }: { readonly at: string }) {
  const { language } = useTexts();
  const now = useNow(1_000);
  return (
    <time dateTime={at} title={formatStatusTime(at, now, language)}>
      {formatRelativeTime(at, now, language)}
    </time>
  );
}
