import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seededRandom } from '../../src/server/demo/random.ts';
import { poisson } from './chance.ts';
import { type Costs, costsOf, readAllFigures } from './costs.ts';
import { fillDocument, tablesIn } from '../shared/fill-document.ts';
import { createProcesses } from './processes.ts';
import { type DayOfRates, simulateResidents } from './resident-rates.ts';
import { boxChanges, type Scenario, usual, viewersOf } from './scenario.ts';
import { simulateDay } from './simulate-day.ts';
import { largestCell } from './size-cell.ts';
import { capacityTables, wantedUsually } from './tables.ts';

const nothing = { app: 0, database: 0 };
/** Everything is free. */
const free: Costs = {
  report: nothing,
  reportLog: 0,
  heartbeatLog: 0,
  heartbeatAlone: nothing,
  heartbeatListed: nothing,
  delivery: 0,
  deliveryBytes: 0,
  viewer: nothing,
  watchedWard: nothing,
  thousandRooms: nothing,
  arrival: nothing,
  renewal: nothing,
  published: 0,
  received: 0,
  natsTaken: 0,
  natsHandedOn: 0,
  viewerMemory: 0,
  processMemory: 0,
  storedReport: 100,
};
/** The same at every hour: 288 reports a room and day. */
const even: DayOfRates = { perSlot: Array.from({ length: 288 }, () => 1), perDay: 288 };

const documentText = () => readFileSync(join(import.meta.dirname, '../../docs/capacity.md'), 'utf8');

test('the document shows what the simulation makes of the measured costs, to the digit', async () => {
  const tables = capacityTables(await readAllFigures(), wantedUsually);
  const text = documentText();
  expect(tablesIn(text)).toEqual([...tables.keys()]);
  expect(fillDocument(text, tables)).toBe(text);
});

test('the same seed gives the same day, another seed another', () => {
  const day = (seed: number) => simulateDay({ ...usual, seed }, free, even).loads.reports;
  expect(day(1)).toEqual(day(1));
  expect(day(2)).not.toEqual(day(1));
});

test('events that come by chance have the mean that was asked for, few or many', () => {
  for (const mean of [0.3, 5, 39, 41, 900]) {
    const random = seededRandom(7);
    const draws = Array.from({ length: 4_000 }, () => poisson(mean, random));
    const [sum, many] = [draws.reduce((all, one) => all + one, 0), draws.length];
    expect(Math.abs(sum / many - mean)).toBeLessThan(4 * Math.sqrt(mean / many));
  }
  expect(poisson(0, seededRandom(1))).toBe(0);
});

test('residents report by day more than by night, and most at meals', () => {
  const { perSlot, perDay } = simulateResidents(300, 1);
  const mean = (from: number, to: number) =>
    perSlot.slice(from * 12, to * 12).reduce((sum, rate) => sum + rate, 0) / ((to - from) * 12);
  expect(mean(0, 6)).toBeLessThan(mean(14, 16));
  expect(mean(14, 16)).toBeLessThan(mean(11.5, 12.5));
  expect(perSlot.reduce((sum, rate) => sum + rate, 0)).toBeCloseTo(perDay);
});

test('as much comes in and is delivered and kept as rooms, boards and days make', () => {
  const scenario: Scenario = { ...usual, rooms: 35_000, viewersPerWard: 3, retentionDays: 10 };
  const { loads, stored } = simulateDay(scenario, free, even);
  const reports = (35_000 * 288) / 86_400;
  expect(loads.reports.mean / reports).toBeCloseTo(1, 2);
  expect(loads.heartbeats.mean / (35_000 / 30)).toBeCloseTo(1, 2);
  expect(loads.deliveries.mean / (reports * 3)).toBeCloseTo(1, 2);
  expect(loads.arrivals.mean / (3_000 / 600)).toBeCloseTo(1, 1);
  expect(stored / (35_000 * 288 * 10 * 100)).toBeCloseTo(1, 2);
});

test('what a report costs is shared by the processes, what a heartbeat costs hangs on its list', () => {
  const app = (changes: Partial<Scenario>, costs: Partial<Costs>) =>
    simulateDay({ ...usual, viewersPerWard: 0, ...changes }, { ...free, ...costs }, even).loads.app.mean;
  const report = { report: { app: 0.001, database: 0 } };
  const beats = 10_000 / 30;
  // A list of 70 costs one call like a report's.
  const calls = beats / 70;
  const reports = (10_000 * 288) / 86_400;
  expect(app({ processes: 1 }, report) / ((reports + calls) * 0.001)).toBeCloseTo(1, 1);
  expect(app({ processes: 4 }, report) / (((reports + calls) * 0.001) / 4)).toBeCloseTo(1, 1);
  const alone = { heartbeatAlone: { app: 0.001, database: 0 } };
  expect(app({ processes: 1, heartbeats: 'alone' }, alone) / (beats * 0.001)).toBeCloseTo(1, 1);
});

test('the boards of a restarted process go to the others, and even out again', () => {
  const scenario: Scenario = { ...usual, rooms: 35_000, viewersPerWard: 1, processes: 4, restartHour: 1 };
  const processes = createProcesses(scenario);
  expect(processes.mostViewers()).toBe(250);
  expect(processes.restartAt(3_599)).toBeUndefined();
  expect(processes.restartAt(3_600)).toEqual({ all: 250, most: 250 / 3 });
  expect(processes.mostViewers()).toBeCloseTo(250 + 250 / 3);
  expect(processes.restartAt(3_605)).toBeUndefined();
  for (let step = 0; step < 1_000; step += 1) processes.drift(5);
  expect(processes.mostViewers()).toBeCloseTo(viewersOf(scenario) / 4, 0);
});

test('a cell ends where its first resource has used up what it may', () => {
  const costs = { ...free, report: { app: 0, database: 0.002 } };
  const scenario: Scenario = { ...usual, databaseCores: 1, heartbeats: 'alone' };
  const { scenario: fits, day, endsFirst } = largestCell(scenario, costs, even);
  expect(endsFirst).toBe('PostgreSQL');
  expect(day.loads.database.peak).toBeLessThanOrEqual(0.5);
  const { loads } = simulateDay({ ...fits, rooms: fits.rooms + 250 }, costs, even);
  expect(loads.database.peak).toBeGreaterThan(0.5);
});

test('after a restart boards wait for their lists, and no longer than they may', () => {
  const costs = { ...free, arrival: { app: 0.001, database: 0 } };
  const { day, endsFirst } = largestCell({ ...usual, viewersPerWard: 35 }, costs, even);
  expect(endsFirst).toBe('boards after a restart');
  expect(day.stormSeconds).toBeLessThanOrEqual(usual.longestStormSeconds);
  expect(day.stormSeconds).toBeGreaterThan(usual.longestStormSeconds * 0.9);
});

test('a figure that was not measured is named, with the command that measures it', async () => {
  const figures = new Map(await readAllFigures());
  figures.set('nats', []);
  expect(() => costsOf(figures, 'postgres')).toThrow(/lab\/bench\/results\/nats\.json .*npm run bench -- --only nats/);
  expect(costsOf(figures, boxChanges.ground ?? 'sqlite').published).toBe(0);
});
