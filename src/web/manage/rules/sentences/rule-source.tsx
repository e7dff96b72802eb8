import type { RoomStatusName } from '../../../../domain/room-status.ts';
import pageStyles from '../../shell/page.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import { hasOwnRule, ownRules, type RulesScope } from '../draft/rule-draft.ts';
import styles from './rule-list.module.css';

interface RuleSourceProps {
  readonly scope: RulesScope;
  readonly part: RoomStatusName | 'devices';
  readonly isOwn: boolean;
  readonly isChanged: boolean;
}

/** Where a rule comes from: this place, a place above it, or the defaults. */
export function RuleSource({ scope, part, isOwn, isChanged }: RuleSourceProps) {
  const { t } = useTexts();
  const source = isOwn ? t('rules.source_here') : sourceAbove(scope, part);
  if (!isChanged && source === undefined) return null;
  return (
    <p className={pageStyles.detail}>
      {isChanged && <span className={styles.unsaved}>{t('rules.unsaved')}</span>}
      {source !== undefined && (isOwn ? source : t('rules.source_above', { name: source }))}
    </p>
  );
}

/** The nearest place above that says something. Undefined: the defaults apply. */
function sourceAbove({ state, type }: RulesScope, part: RoomStatusName | 'devices'): string | undefined {
  const ofType = type ?? state.type ?? undefined;
  const saysSomething = (rules: typeof state.rules, one: typeof ofType) =>
    hasOwnRule(ownRules({ state, type: one }, rules), part);
  if (type !== undefined && saysSomething(state.rules, undefined)) return state.displayName;
  const found = state.above.findLast(({ rules }) => saysSomething(rules, undefined) || saysSomething(rules, ofType));
  return found?.displayName;
}
