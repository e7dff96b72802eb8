/** Fetches and saves the rules of the chosen place, and estimates the alerts of a change. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type LevelWithRules, rulesEndpoints } from '../../contract/rules/rules.ts';
import type { PlaceRules } from '../../contract/rules/place-rules.ts';
import { useApi } from '../api/api-client.tsx';
import { useSettledValue } from '../shared/use-settled.ts';
import type { RulesState } from './edit-rules.ts';

export interface ChosenPlace {
  readonly level: LevelWithRules;
  readonly uuid: string;
}

const rulesKey = (level?: LevelWithRules, uuid?: string) => ['manage', 'rules', level, uuid].filter((part) => part);

export function useRules({ level, uuid }: ChosenPlace) {
  const { call } = useApi();
  return useQuery({
    queryKey: rulesKey(level, uuid),
    queryFn: ({ signal }) => call(rulesEndpoints.getRules, { query: { level, uuid }, signal }),
  });
}

/** Returns a function that saves the rules of a place. Rejects with the error of the call. */
export function useSaveRules() {
  const { call } = useApi();
  const client = useQueryClient();
  return async ({ level, uuid, version }: RulesState, rules: PlaceRules): Promise<void> => {
    try {
      const state = await call(rulesEndpoints.changeRules, { body: { level, uuid, version, rules } });
      client.setQueryData(rulesKey(level, uuid), state);
    } finally {
      // Rules of other places depend on the saved rules. After a conflict the page needs the rules of the other user.
      await client.invalidateQueries({ queryKey: rulesKey() });
    }
  };
}

/** The delay after typing, so that the server does not estimate alerts for each typed digit. */
const settledAfterMs = 400;

/** Estimates the alerts that the rules `draft` would have raised. Undefined: there is nothing to estimate. */
export function useEstimate({ level, uuid, version }: RulesState, draft: PlaceRules | undefined) {
  const { call } = useApi();
  const json = draft && JSON.stringify(draft);
  const settled = useSettledValue(json, settledAfterMs);
  const query = useQuery({
    queryKey: ['manage', 'rules-preview', level, uuid, version, settled],
    queryFn: ({ signal }) =>
      call(rulesEndpoints.previewRules, { body: { level, uuid, rules: draft ?? {} }, signal, maxAttempts: 1 }),
    enabled: settled !== undefined && settled === json,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return { ...query, isCounting: json !== settled || query.isFetching };
}
