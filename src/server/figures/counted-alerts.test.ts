import { expect, test } from 'vitest';
import { pageOf } from './counted-alerts.ts';

const alert = {
  wardUUID: '00000000-0000-4000-8000-000000000001',
  displayName: null,
  status: 15,
  priority: 'medium',
  acknowledgedMs: null,
  arrivedMs: null,
  endedMs: null,
  resolution: null,
} as const;

test('each alert is on one page, also those of erased rooms that one time of day has raised together', () => {
  const alerts = Array.from({ length: 250 }, (_none, index) => ({
    ...alert,
    streamUUID: index % 3 === 0 ? `00000000-0000-4000-8000-${String(index).padStart(12, '0')}` : null,
    raisedAt: index < 200 ? '2026-01-03T20:00:00.214Z' : `2026-01-02T20:00:00.${index}Z`,
    // Tells the alerts apart.
    endedMs: index,
  }));
  const listed: (number | null)[] = [];
  let cursor: string | undefined;
  do {
    const { items, next } = pageOf(alerts, cursor);
    listed.push(...items.map(({ endedMs }) => endedMs));
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  expect(listed).toHaveLength(250);
  expect(new Set(listed).size).toBe(250);
});
