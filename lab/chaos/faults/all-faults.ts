/** Every fault, in the order of the table. */
import type { Fault } from '../fault.ts';
import { machineFaults } from './machine-faults.ts';
import { processFaults } from './process-faults.ts';
import { viewerFaults } from './viewer-faults.ts';

export const allFaults: readonly Fault[] = [...processFaults, ...machineFaults, ...viewerFaults];
