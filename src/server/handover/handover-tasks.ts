/** The handover of a shift, as the text of the answer. */
import { handoverEndpoints } from '../../contract/handover/handover.ts';
import type { ReadTask } from '../database/read-task.ts';
import { serializeResponse } from '../http/serialize-response.ts';
import { type HandoverRequest, loadHandover } from './load-handover.ts';

export const readHandover: ReadTask<HandoverRequest> = async ({ query }, request) =>
  serializeResponse(handoverEndpoints.getHandover, await loadHandover(query, request));
