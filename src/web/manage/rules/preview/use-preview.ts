/** What the rules would have done in the last nights, counted by the server. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { rulesEndpoints } from '../../../../contract/manage/rules.ts';
import { PlaceRulesJson } from '../../../../contract/place-rules.ts';
import { useApi } from '../../../api/api-client.tsx';
import type { RulesState } from '../draft/rule-draft.ts';

export type RulesPreview = z.output<typeof rulesEndpoints.previewRules.response>;

/** Typing a number does not ask the server for each digit. */
const settledAfterMs = 400;

/** `json`: the rules of the place. Undefined: nothing to count. The call ends when the rules change or the page is left. */
export function usePreview({ level, uuid, version }: RulesState, json: string | undefined) {
  const { call } = useApi();
  const settled = useSettled(json);
  const query = useQuery({
    queryKey: ['manage', 'rules-preview', level, uuid, version, settled],
    queryFn: ({ signal }) => {
      const rules = PlaceRulesJson.parse(JSON.parse(settled ?? '{}'));
      return call(rulesEndpoints.previewRules, { body: { level, uuid, rules }, signal, maxAttempts: 1 });
    },
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return { ...query, isCounting: json !== settled || query.isFetching };
}

function useSettled(json: string | undefined): string | undefined {
  const [settled, setSettled] = useState(json);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(json), settledAfterMs);
    return () => clearTimeout(timer);
  }, [json]);
  return settled;
}
