/** What the findings are about: silent rooms, wards and boards, processes and connections. */
import type { ReactNode } from 'react';
import { UiIcon } from '../../../ui/icons/icons.tsx';
import { relativeTime } from '../../../ui/time/time-format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import pageStyles from '../../shell/page.module.css';
import { type ManageTranslate, useTexts } from '../../shell/use-texts.ts';
import { timeText } from '../time-text.ts';
import type { SystemStatus } from '../use-system-status.ts';
import styles from './facts.module.css';
import { unlistedSilentRooms } from './silent-rooms.ts';

interface FactsProps {
  readonly status: SystemStatus;
}

export function SilentRooms({ status }: FactsProps) {
  const { t } = useTexts();
  const { silentRooms } = status;
  const moreCount = unlistedSilentRooms(status);
  return (
    <Facts title={t('status.silent_rooms')} isEmpty={silentRooms.length === 0}>
      {silentRooms.map(({ room, ward, location, since }) => (
        <Fact key={`${location}/${ward}/${room}`} name={room} detail={`${location} · ${ward}`}>
          {since === null ? t('status.never') : <Age at={since} />}
        </Fact>
      ))}
      {moreCount > 0 && <li className={styles.fact}>{t('equipment.activity.more', { count: moreCount })}</li>}
    </Facts>
  );
}

export function UnwatchedWards({ status: { unwatchedWards } }: FactsProps) {
  const { t } = useTexts();
  return (
    <Facts title={t('status.unwatched_wards')} isEmpty={unwatchedWards.length === 0}>
      {unwatchedWards.map(({ ward, location, since }) => (
        <Fact key={`${location}/${ward}`} name={ward} detail={location}>
          <Age at={since} />
        </Fact>
      ))}
    </Facts>
  );
}

type Board = SystemStatus['boards'][number];

export function Boards({ status: { boards } }: FactsProps) {
  const { t } = useTexts();
  return (
    <Facts title={t('status.boards')} isEmpty={boards.length === 0}>
      {boards.map((board) => (
        <Fact key={`${board.since} ${board.wards.join()}`} name={board.wards.join(', ')} detail={boardText(board, t)}>
          <Age at={board.since} />
        </Fact>
      ))}
    </Facts>
  );
}

function boardText({ isVisible, isAudible, wakeLock, soundCheck }: Board, t: ManageTranslate): string {
  const proof = soundCheck === null ? 'unproven' : soundCheck.isHeard ? 'proven' : 'not_heard';
  return [
    t(isVisible ? 'status.board.visible' : 'status.board.hidden'),
    t(isAudible ? 'status.board.audible' : 'status.board.silent'),
    t(`status.board.${proof}`),
    ...(wakeLock === 'held' ? [] : [t('status.board.may_sleep')]),
  ].join(' · ');
}

export function Processes({ status: { processes } }: FactsProps) {
  const { t, language } = useTexts();
  const now = useNow(60_000);
  return (
    <Facts title={t('status.processes')} isEmpty={false}>
      {processes.map(({ name, version, startedAt, seenAt }) => (
        <Fact
          key={name}
          name={name}
          detail={t('status.process', { version, time: timeText(startedAt, now, language) })}
        >
          <Age at={seenAt} />
        </Fact>
      ))}
    </Facts>
  );
}

export function Connections({ status: { processes } }: FactsProps) {
  const { t } = useTexts();
  const newest = new Map<string, string | null>();
  for (const { name, receivedAt } of processes.flatMap(({ connections }) => connections)) {
    const known = newest.get(name) ?? null;
    newest.set(name, known === null || (receivedAt !== null && receivedAt > known) ? receivedAt : known);
  }
  return (
    <Facts title={t('status.connections')} isEmpty={newest.size === 0}>
      {[...newest].map(([name, receivedAt]) => (
        <Fact key={name} name={name} detail={t('status.last_message')}>
          {receivedAt === null ? t('status.none_since_start') : <Age at={receivedAt} />}
        </Fact>
      ))}
    </Facts>
  );
}

interface ListProps {
  readonly title: string;
  readonly isEmpty: boolean;
  readonly children: ReactNode;
}

function Facts({ title, isEmpty, children }: ListProps) {
  if (isEmpty) return null;
  return (
    <details className={styles.facts} open>
      <summary className={styles.title}>
        <h2 className={pageStyles.heading}>{title}</h2>
        <UiIcon name="chevron-down" className={styles.chevron} />
      </summary>
      <ul className={pageStyles.framedList}>{children}</ul>
    </details>
  );
}

interface FactProps {
  readonly name: string;
  readonly detail: string;
  readonly children: ReactNode;
}

function Fact({ name, detail, children }: FactProps) {
  return (
    <li className={styles.fact}>
      <div className={pageStyles.words}>
        <p className={styles.name} dir="auto">
          {name}
        </p>
        <p className={pageStyles.detail} dir="auto">
          {detail}
        </p>
      </div>
      <p className={styles.age}>{children}</p>
    </li>
  );
}

function Age({ at }: { readonly at: string }) {
  const { language } = useTexts();
  const now = useNow(1_000);
  return (
    <time dateTime={at} title={timeText(at, now, language)}>
      {relativeTime(at, now, language)}
    </time>
  );
}
