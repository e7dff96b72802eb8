/** The figures of a place and the alerts that they count, as the text of the answer. */
import { figuresEndpoints, type figureTables } from '../../contract/figures/figures.ts';
import type { ReadTask } from '../database/read-task.ts';
import { serializeResponse } from '../http/serialize-response.ts';
import { type AlertFilter, type CountedRequest, pageOf, readCountedAlerts } from './counted-alerts.ts';
import { writeAlertsCsv, writeFiguresCsv } from './figures-csv.ts';
import { type FiguresRequest, loadFigures } from './load-figures.ts';

export const readFigures: ReadTask<FiguresRequest> = async (database, request) =>
  serializeResponse(figuresEndpoints.getFigures, await loadFigures(database, request));

export const exportFigures: ReadTask<FiguresRequest & { readonly table: (typeof figureTables)[number] }> = async (
  database,
  { table, ...request },
) => writeFiguresCsv(await loadFigures(database, request), table);

type AlertsRequest = CountedRequest & { readonly filter: AlertFilter };

export const readFigureAlerts: ReadTask<AlertsRequest & { readonly cursor: string | undefined }> = async (
  database,
  { filter, cursor, ...request },
) => {
  const alerts = await readCountedAlerts(database, request, filter);
  return serializeResponse(figuresEndpoints.listFigureAlerts, {
    timeZone: request.place.timeZone,
    ...pageOf(alerts, cursor),
  });
};

export const exportFigureAlerts: ReadTask<AlertsRequest> = async (database, { filter, ...request }) =>
  writeAlertsCsv(await readCountedAlerts(database, request, filter));
