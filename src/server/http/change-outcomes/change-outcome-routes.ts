import { changeOutcomeEndpoints } from '../../../contract/change-outcome.ts';
import type { ApiServer } from '../api-server.ts';
import { serveEndpoint } from '../serve-endpoint.ts';

export function registerChangeOutcomeRoutes(api: ApiServer): void {
  serveEndpoint(api, changeOutcomeEndpoints.settleChange, async ({ caller, params }) =>
    api.outcomes.settle({ subject: caller.user.subject, id: params.id.toLowerCase() }),
  );
}
