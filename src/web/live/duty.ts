/** Who is on duty on the wards of the board, from the response to its last report. */
import { createStore } from '../shared/create-store.ts';
import type { BoardResponse } from './report-board.ts';

export type Duty = Pick<BoardResponse, 'onDuty'>;

export const dutyStore = createStore<Duty>({});
