/** Measures the time from a report until the card that shows it is painted, while other wards get many reports. */
import { randomUUID } from 'node:crypto';
import { call, quantileOf, repeatAtRate } from '../../shared/calls.ts';
import type { LabWard } from '../../shared/home.ts';
import { ours, type Sample } from '../row.ts';
import type { PageLab } from './page-lab.ts';

const reportsPerSecondElsewhere = 500;
const reportsPerSecond = 20;
/** The statuses of the reports. None of them raises an alert, whose sound and flashing would be measured too. */
const statuses = [0, 5, 6, 4, 8];

export const cardRows = {
  p50: `report to painted card p50, ${reportsPerSecondElsewhere} reports/s elsewhere`,
  p99: `report to painted card p99, ${reportsPerSecondElsewhere} reports/s elsewhere`,
} as const;

export async function measureReportToCard(lab: PageLab, seconds: number): Promise<Sample[]> {
  const { smallWard, home } = lab;
  const board = await lab.openBoard(smallWard);
  const sendElsewhere = createSender(lab, { rooms: home.rooms.filter((room) => !smallWard.rooms.includes(room)) });
  const send = createSender(lab, smallWard);
  const latencies: number[] = [];
  const run = (duration: number) =>
    Promise.all([
      repeatAtRate(duration, reportsPerSecondElsewhere, () => sendElsewhere(new Date().toISOString())),
      repeatAtRate(duration, reportsPerSecond, async () => {
        const at = new Date().toISOString();
        const painted = send(at, (uuid) =>
          board.page.evaluate(
            async ([room, sent]) => performance.timeOrigin + (await window.probe.painted(room, sent)),
            [uuid, at] as const,
          ),
        );
        latencies.push((await painted) - Date.parse(at));
      }),
    ]);
  // This warm-up makes the server and the page compile their code.
  await run(seconds);
  latencies.length = 0;
  await run(seconds);
  await board.close();
  return [
    { row: cardRows.p50, subject: ours, value: quantileOf(latencies, 0.5) },
    { row: cardRows.p99, subject: ours, value: quantileOf(latencies, 0.99) },
  ];
}

/** Returns a function that sends a report for the next room. `wait` is called before the report is sent. */
function createSender({ url, home }: PageLab, { rooms }: Pick<LabWard, 'rooms'>) {
  let count = 0;
  return async function send(at: string, wait: (uuid: string) => Promise<number> = async () => 0): Promise<number> {
    const stream = rooms[count % rooms.length]?.uuid ?? '';
    const status = statuses[Math.floor(count / rooms.length) % statuses.length];
    count += 1;
    const waiting = wait(stream);
    await call(`${url}/api/reports`, {
      bearer: home.deviceKey,
      body: JSON.stringify({ id: randomUUID(), stream, status, at }),
    });
    return waiting;
  };
}
