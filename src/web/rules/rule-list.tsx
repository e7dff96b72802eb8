import { Fragment, type ReactNode, useState } from 'react';
import { type RoomStatusName, statusOfName } from '../../domain/room-status.ts';
import { ActionButton } from '../administration/action-button.tsx';
import { useTexts } from '../administration/use-texts.ts';
import { useTranslation } from '../language/translation.tsx';
import { List } from '../ui/list/list.tsx';
import { Section } from '../ui/page/section.tsx';
import textStyles from '../ui/text.module.css';
import { formatMinutes, formatSeconds } from '../ui/time/time-format.ts';
import { DeviceDialog } from './device-dialog.tsx';
import { rulesInEffect, hasOwnRule, placeOfRule, type RulesState, statusesOf, statusFieldsOf } from './edit-rules.ts';
import { TimeZoneDialog } from './time-zone-dialog.tsx';
import { StatusDialog } from './status-dialog.tsx';
import styles from './rule-list.module.css';

/** Lists the rules of a place as sentences. */
export function RuleList({ state }: { readonly state: RulesState }) {
  const { t } = useTexts();
  const { t: board } = useTranslation();
  const [edited, setEdited] = useState<RoomStatusName | 'devices' | 'time-zone'>();
  const close = () => setEdited(undefined);
  const { offlineAfterMs } = rulesInEffect(state, state.rules);
  return (
    <>
      {(['alerts', 'no_alerts'] as const).map((group) => (
        <Section key={group} title={t(`rules.${group}`)}>
          <List isFramed>
            {statusesOf(state, group).map((name) => (
              <Rule
                key={name}
                state={state}
                part={name}
                subject={board(`status.${name}`)}
                onEdit={() => setEdited(name)}
              >
                <StatusSentence state={state} name={name} />
              </Rule>
            ))}
          </List>
        </Section>
      ))}
      <Section title={t('rules.devices')}>
        <List isFramed>
          <Rule state={state} part="devices" subject={t('rules.devices')} onEdit={() => setEdited('devices')}>
            {offlineAfterMs === null
              ? t('rules.never_offline')
              : t('rules.sentences.offline', { seconds: String(offlineAfterMs / 1000) })}
          </Rule>
        </List>
      </Section>
      {state.level === 'location' && (
        <Section title={t('shell.time_zone')}>
          <List isFramed>
            <li className={styles.rule}>
              <p className={styles.words}>{state.rules.timeZone ?? t('shell.time_zone_of_server')}</p>
              <ActionButton
                icon="edit"
                aria-label={t('rules.change_status', { status: t('shell.time_zone') })}
                onClick={() => setEdited('time-zone')}
              />
            </li>
          </List>
        </Section>
      )}
      {edited === 'time-zone' && <TimeZoneDialog state={state} onClose={close} />}
      {edited === 'devices' && <DeviceDialog state={state} onClose={close} />}
      {edited !== undefined && edited !== 'devices' && edited !== 'time-zone' && (
        <StatusDialog state={state} name={edited} onClose={close} />
      )}
    </>
  );
}

interface RuleProps {
  readonly state: RulesState;
  readonly part: RoomStatusName | 'devices';
  /** What the rule is about: the translated name of a status, or "Devices". */
  readonly subject: string;
  readonly onEdit: () => void;
  readonly children: ReactNode;
}

/** A row of the list: the sentence of a rule, the place that has the rule, and the button that edits it. */
function Rule({ state, part, subject, onEdit, children }: RuleProps) {
  const { t } = useTexts();
  const above = placeOfRule(state, part);
  const source = above === undefined ? undefined : t('rules.source_above', { name: above });
  return (
    <li className={styles.rule}>
      {part !== 'devices' && <span className={styles.colour} style={{ background: statusOfName(part)?.colour }} />}
      <div className={styles.words}>
        <p>{children}</p>
        <p className={textStyles.detail}>{hasOwnRule(state.rules, part) ? t('rules.source_here') : source}</p>
      </div>
      <ActionButton icon="edit" aria-label={t('rules.change_status', { status: subject })} onClick={onEdit} />
    </li>
  );
}

function StatusSentence({ state, name }: { readonly state: RulesState; readonly name: RoomStatusName }) {
  const { t, language } = useTexts();
  const { t: board } = useTranslation();
  const { effect, minutes, from, to, debounceSeconds } = statusFieldsOf(state, state.rules, name);
  const isDelayed = effect !== 'none' && Number(minutes) !== 0;
  const isTimed = effect !== 'none' && from !== '';
  const key = isDelayed ? (isTimed ? 'after_between' : 'after') : isTimed ? 'between' : 'now';
  const parts: Readonly<Record<string, ReactNode>> = {
    status: <strong>{board(`status.${name}`)}</strong>,
    time: delayText(Number(minutes), language),
    from,
    to,
    effect: <strong className={styles[effect]}>{t(`rules.effects.${effect}`)}</strong>,
  };
  // Splits the sentence at its placeholders, because their order depends on the language.
  const pieces = t(`rules.sentences.${key}`).split(/\{\{(\w+)\}\}/);
  return (
    <>
      {pieces.map((piece, index) => (
        <Fragment key={piece}>{index % 2 === 0 ? piece : parts[piece]}</Fragment>
      ))}
      {Number(debounceSeconds) > 0 && (
        <span className={textStyles.detail}>
          {' '}
          {t('rules.shown_after', { time: formatSeconds(Number(debounceSeconds), language) })}
        </span>
      )}
    </>
  );
}

/** Formats minutes with at most one decimal. A delay that rounds to 0 minutes is shown in seconds. */
function delayText(minutes: number, language: string): string {
  const rounded = Math.round(minutes * 10) / 10;
  return rounded === 0 && minutes > 0
    ? formatSeconds(Math.round(minutes * 60), language)
    : formatMinutes(rounded, language);
}
