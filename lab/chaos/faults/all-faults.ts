/** The list of all faults, in the order of the table of results. */
import type { Fault } from '../fault.ts';
import { machineFaults } from './machine-faults.ts';
import { processFaults } from './process-faults.ts';
import { updateFaults } from './update-faults.ts';
import { viewerFaults } from './viewer-faults.ts';

export const allFaults: readonly Fault[] = [...processFaults, ...updateFaults, ...machineFaults, ...viewerFaults];
