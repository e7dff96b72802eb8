/** Who is on duty on the wards of the board. The live connection and each report of the board bring it. */
import { createStore } from '../shared/create-store.ts';
import type { BoardResponse } from './report-board.ts';

export type Duty = Pick<BoardResponse, 'onDuty'>;

export const dutyStore = createStore<Duty>({});
