import { type ReactNode, useState } from 'react';
import { type RoomStatusName, statusOfName } from '../../domain/room-status.ts';
import { ActionButton } from '../administration/action-button.tsx';
import { useTexts } from '../administration/use-texts.ts';
import { useTranslation } from '../language/translation.tsx';
import { List } from '../ui/list/list.tsx';
import { Section } from '../ui/page/section.tsx';
import textStyles from '../ui/text.module.css';
import { formatMinutes, formatSeconds } from '../ui/time/time-format.ts';
import { defaultShifts } from '../../domain/local-time/shifts.ts';
import { ChainSection } from './chain/chain-section.tsx';
import { DeviceDialog } from './device-dialog.tsx';
import { rulesInEffect, hasOwnRule, placeOfRule, type RulesState, statusesOf, statusFieldsOf } from './edit-rules.ts';
import { TimeZoneDialog } from './time-zone-dialog.tsx';
import { Sentence } from './sentence.tsx';
import { StatusDialog } from './status-dialog.tsx';
import { ShiftsDialog } from './shifts-dialog.tsx';
import styles from './rule-list.module.css';

type Edited = RoomStatusName | 'devices' | LocationSetting;

/** What only a location has. */
type LocationSetting = 'time-zone' | 'shifts';

/** Lists the rules of a place as sentences. */
export function RuleList({ state }: { readonly state: RulesState }) {
  const { t } = useTexts();
  const [edited, setEdited] = useState<Edited>();
  const close = () => setEdited(undefined);
  const { offlineAfterMs } = rulesInEffect(state, state.rules);
  return (
    <>
      <StatusRules group="alerts" state={state} onEdit={setEdited} />
      <ChainSection state={state} />
      <StatusRules group="no_alerts" state={state} onEdit={setEdited} />
      <Section title={t('rules.devices')}>
        <List isFramed>
          <Rule state={state} part="devices" subject={t('rules.devices')} onEdit={() => setEdited('devices')}>
            {offlineAfterMs === null
              ? t('rules.never_offline')
              : t('rules.sentences.offline', { seconds: String(offlineAfterMs / 1000) })}
          </Rule>
        </List>
      </Section>
      {state.level === 'location' && <LocationSettings rules={state.rules} onEdit={setEdited} />}
      {edited !== undefined && <EditDialog edited={edited} state={state} onClose={close} />}
    </>
  );
}

interface StatusRulesProps {
  readonly group: 'alerts' | 'no_alerts';
  readonly state: RulesState;
  readonly onEdit: (name: RoomStatusName) => void;
}

/** The rules of the statuses that raise an alert, or of those that raise none. */
function StatusRules({ group, state, onEdit }: StatusRulesProps) {
  const { t } = useTexts();
  const { t: board } = useTranslation();
  return (
    <Section title={t(`rules.${group}`)}>
      <List isFramed>
        {statusesOf(state, group).map((name) => (
          <Rule key={name} state={state} part={name} subject={board(`status.${name}`)} onEdit={() => onEdit(name)}>
            <StatusSentence state={state} name={name} />
          </Rule>
        ))}
      </List>
    </Section>
  );
}

interface EditDialogProps {
  readonly edited: Edited;
  readonly state: RulesState;
  readonly onClose: () => void;
}

function EditDialog({ edited, ...props }: EditDialogProps) {
  if (edited === 'time-zone') return <TimeZoneDialog {...props} />;
  if (edited === 'shifts') return <ShiftsDialog {...props} />;
  if (edited === 'devices') return <DeviceDialog {...props} />;
  return <StatusDialog name={edited} {...props} />;
}

interface LocationSettingsProps {
  readonly rules: RulesState['rules'];
  readonly onEdit: (setting: LocationSetting) => void;
}

function LocationSettings({ rules, onEdit }: LocationSettingsProps) {
  const { t } = useTexts();
  const settings = [
    { name: 'time-zone', title: t('shell.time_zone'), value: rules.timeZone ?? t('shell.time_zone_of_server') },
    { name: 'shifts', title: t('rules.shifts'), value: (rules.shifts ?? defaultShifts).join(', ') },
  ] as const;
  return settings.map(({ name, title, value }) => (
    <Section key={name} title={title}>
      <List isFramed>
        <li className={styles.rule}>
          <p className={styles.words}>{value}</p>
          <ActionButton
            icon="edit"
            aria-label={t('rules.change_status', { status: title })}
            onClick={() => onEdit(name)}
          />
        </li>
      </List>
    </Section>
  ));
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
  return (
    <>
      <Sentence text={t(`rules.sentences.${key}`)} parts={parts} />
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
