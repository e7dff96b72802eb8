/** The column `offline_sources` of a stream. */
import * as z from 'zod/mini';
import { type OfflineSources, sourceKinds, type SourceKind, offlineSourceOf } from '../../domain/source.ts';

const OfflineSourcesJson = z.record(z.string(), z.string());

export function formatOfflineSources(sources: OfflineSources): string | null {
  return Object.keys(sources).length === 0 ? null : JSON.stringify(sources);
}

export function parseOfflineSources(stored: string | null): OfflineSources {
  const entries = stored === null ? [] : Object.entries(OfflineSourcesJson.parse(JSON.parse(stored)));
  return Object.fromEntries(
    entries.map(([source, kind]) => [source, sourceKinds.find((one) => one === kind) ?? 'device']),
  );
}

/** The field of a stream that names its offline source. Empty object if all sources are online. */
export function offlineSourceFieldOf(stored: string | null): { readonly offlineSource?: SourceKind } {
  const offlineSource = offlineSourceOf(parseOfflineSources(stored));
  return offlineSource === undefined ? {} : { offlineSource };
}
