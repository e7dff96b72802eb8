/** Who is on duty on the wards of the board. The live connection and each report of the board bring it. */
import { createStore } from '../shared/create-store.ts';
import type { BoardResponse } from './report-board.ts';

export type Duty = Pick<BoardResponse, 'onDuty'>;

const unknown: Duty = {};

export const dutyStore = createStore<Duty>(unknown);

/** Without a change when nothing is known, so that the response to a report that was just sent still counts. */
export const clearDuty = (): void => dutyStore.set(unknown);
