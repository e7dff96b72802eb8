/** Whom alerts reach that nobody answers, by the rules of a place, and the steps that its form can offer. */
import { type ChainJson, contactOfTarget, defaultChainJson } from '../../../contract/rules/chain.ts';
import type { PlaceRules } from '../../../contract/rules/place-rules.ts';
import { isOnDutyTarget, maxChainSteps } from '../../../domain/notices/escalation.ts';
import type { RulesState } from '../edit-rules.ts';

export type Step = ChainJson[number];
export type Target = Step['notify'];

type Contacts = RulesState['contacts'];

/** The times that the form offers, in seconds. */
const offeredTimes: readonly number[] = [
  0, 10, 20, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1_200, 1_800, 2_700, 3_600,
];

/** The steps in force if the place had these own rules, in order of time. */
export function chainInForce({ above }: Pick<RulesState, 'above'>, own: PlaceRules): ChainJson {
  const chain = own.chain ?? above.findLast(({ rules }) => rules.chain !== undefined)?.rules.chain ?? defaultChainJson;
  return chain.toSorted((one, other) => one.after - other.after);
}

/** The name of the nearest place above with a chain. Undefined: the default applies. */
export function placeOfChain({ above }: Pick<RulesState, 'above'>): string | undefined {
  return above.findLast(({ rules }) => rules.chain !== undefined)?.displayName;
}

/** The own rules of the place with the edited chain, which is left out if it equals the one of the places above. */
export function setChain(state: RulesState, chain: ChainJson): PlaceRules {
  const { chain: _chain, ...others } = state.rules;
  return JSON.stringify(chain) === JSON.stringify(chainInForce(state, {})) ? others : { ...others, chain };
}

/** Why the step can reach nobody. Undefined: it can reach somebody. */
export function faultOfTarget(target: Target, contacts: Contacts): 'removed' | 'no-contacts' | undefined {
  if (isOnDutyTarget(target)) return undefined;
  if (target === 'contacts') return contacts.length === 0 ? 'no-contacts' : undefined;
  return contacts.some(({ uuid }) => uuid === contactOfTarget(target)) ? undefined : 'removed';
}

/** Whom the chain can reach at best. `on-duty`: nobody at a time when nobody is on duty. */
export function reachOf(chain: ChainJson, contacts: Contacts): 'nobody' | 'on-duty' | 'contacts' {
  const reaching = chain.filter(({ notify }) => faultOfTarget(notify, contacts) === undefined);
  if (reaching.length === 0) return 'nobody';
  return reaching.every(({ notify }) => isOnDutyTarget(notify)) ? 'on-duty' : 'contacts';
}

/** The targets that the form offers for a step: its own one, and those that no other step has. */
export function offeredTargets(chain: ChainJson, own: Target | undefined, contacts: Contacts): readonly Target[] {
  const ofContacts = contacts.map(({ uuid }): Target => `contact:${uuid}`);
  const known: readonly Target[] = ['ward', 'location', 'contacts', ...ofContacts];
  const all = own === undefined || known.includes(own) ? known : [...known, own];
  return all.filter((target) => target === own || chain.every(({ notify }) => notify !== target));
}

/** The times that the form offers for a step, in seconds: also its own, which a home file can have set. */
export function offeredTimesOf({ after }: Step): readonly number[] {
  return [...new Set([...offeredTimes, after])].toSorted((one, other) => one - other);
}

/** The step that is added below the others, one time later than the last. Undefined: there can be no more. */
export function nextStep(chain: ChainJson, contacts: Contacts): Step | undefined {
  const [notify] = offeredTargets(chain, undefined, contacts);
  if (chain.length >= maxChainSteps || notify === undefined) return undefined;
  const last = chain.at(-1)?.after ?? 0;
  return { after: offeredTimes.find((time) => time > last) ?? last, notify };
}
