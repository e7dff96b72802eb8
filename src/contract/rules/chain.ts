/** The chain of a location or ward, as users write it in files and as the database stores it. */
import * as z from 'zod/mini';
import {
  type ContactTarget,
  defaultChain,
  type EscalationChain,
  maxChainSteps,
  maxStepDelayMs,
} from '../../domain/notices/escalation.ts';
import type { ReasonCode } from '../reasons.ts';

const contactTarget = /^contact:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `contact:` with the uuid of a contact of the location. */
const ContactTargetJson = z.templateLiteral(['contact:', z.string()]).check(z.regex(contactTarget));

const StepJson = z.strictObject({
  /** For how many seconds nobody has answered the alert. */
  after: z.int().check(z.nonnegative(), z.maximum(maxStepDelayMs / 1000)),
  notify: z.union([z.enum(['ward', 'location', 'contacts']), ContactTargetJson], 'chain-target' satisfies ReasonCode),
});

/** 1 to 6 steps in any order, each with another target. */
export const ChainJson = z.array(StepJson).check(z.minLength(1), z.maxLength(maxChainSteps), (payload) => {
  const { value } = payload;
  value.forEach(({ notify }, index) => {
    if (value.findIndex((step) => step.notify === notify) === index) return;
    const message = 'target-twice' satisfies ReasonCode;
    payload.issues.push({ code: 'custom', message, input: value, path: [index, 'notify'] });
  });
});

export type ChainJson = z.infer<typeof ChainJson>;

export const defaultChainJson: ChainJson = defaultChain.map(({ afterMs, target }) => ({
  after: afterMs / 1000,
  notify: target,
}));

/** Converts a chain to the form that the domain uses. Undefined: the default. */
export function escalationChainOf(chain: ChainJson | undefined): EscalationChain {
  return chain?.map(({ after, notify }) => ({ afterMs: after * 1000, target: notify })) ?? defaultChain;
}

/** The uuid of the contact that a step names. Undefined: it names none. */
export function contactOfTarget(target: ChainJson[number]['notify']): string | undefined {
  return isContactTarget(target) ? target.slice('contact:'.length) : undefined;
}

function isContactTarget(target: string): target is ContactTarget {
  return target.startsWith('contact:');
}

/** The fields of the steps for a contact that is not among `contacts`, except those of the chain that is `stored`. */
export function unknownContactsOf({
  chain = [],
  stored = [],
  contacts,
}: {
  readonly chain: ChainJson | undefined;
  readonly stored: ChainJson | undefined;
  readonly contacts: ReadonlySet<string>;
}): readonly string[] {
  const kept = new Set(stored.map(({ notify }) => notify));
  return chain.flatMap(({ notify }, index) => {
    const contact = contactOfTarget(notify);
    return contact === undefined || contacts.has(contact) || kept.has(notify) ? [] : [`chain[${index}].notify`];
  });
}
