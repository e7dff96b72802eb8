/** The rules of the chosen place, as the server has them, and their change. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RuledLevel, rulesEndpoints } from '../../../contract/manage/rules.ts';
import type { PlaceRules } from '../../../contract/place-rules.ts';
import { useApi } from '../../api/api-client.tsx';
import { presentState } from '../shell/form/present-state.ts';
import type { RulesState } from './draft/rule-draft.ts';

export interface Chosen {
  readonly level: RuledLevel;
  readonly uuid: string;
}

const rulesKey = (level?: RuledLevel, uuid?: string) => ['manage', 'rules', level, uuid].filter((part) => part);

export function useRules({ level, uuid }: Chosen) {
  const { call } = useApi();
  return useQuery({
    queryKey: rulesKey(level, uuid),
    queryFn: ({ signal }) => call(rulesEndpoints.getRules, { query: { level, uuid }, signal }),
  });
}

/** Returns a function that stores the rules of a place. Rejects with the error of the call. */
export function useSaveRules() {
  const { call } = useApi();
  const client = useQueryClient();

  async function show(state: RulesState): Promise<void> {
    client.setQueryData(rulesKey(state.level, state.uuid), state);
    // The rules above and below other places have changed with it.
    await client.invalidateQueries({ queryKey: rulesKey() });
  }

  return async ({ level, uuid, version }: RulesState, rules: PlaceRules): Promise<RulesState> => {
    try {
      const saved = await call(rulesEndpoints.changeRules, { body: { level, uuid, version, rules } });
      await show(saved);
      return saved;
    } catch (error) {
      const current = presentState(error, rulesEndpoints.changeRules.conflict);
      if (current !== undefined) await show(current);
      throw error;
    }
  };
}
