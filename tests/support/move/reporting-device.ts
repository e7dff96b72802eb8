import { setTimeout as pause } from 'node:timers/promises';

const pauseMs = 10;
const retryMs = 100;
const statuses = ['in_bed', 'out_of_bed', 'man_down', 'in_bed'];

interface DeviceOptions {
  /** The origin of the server. The device keeps it. */
  readonly url: string;
  readonly key: string;
  readonly rooms: readonly string[];
}

/**
 * Reports for one room after the other until `stop`. A report is sent again with its id until the server accepts it. A
 * report that is refused for good ends the device with an error.
 */
export class ReportingDevice {
  readonly #options: DeviceOptions;
  readonly #accepted = new Map<string, string[]>();
  readonly #running: Promise<void>;
  #isStopped = false;
  #count = 0;
  #maxWaitMs = 0;

  constructor(options: DeviceOptions) {
    this.#options = options;
    this.#running = this.#run();
    this.#running.catch(() => (this.#isStopped = true));
  }

  /** Resolves when so many further reports are accepted. Rejects when one was refused. */
  async reports(further: number): Promise<void> {
    const end = this.#count + further;
    while (this.#count < end && !this.#isStopped) await pause(pauseMs);
    if (this.#isStopped) await this.#running;
  }

  /** Ends the device. Returns the ids of the accepted reports of each room, and how long a report has waited at most. */
  async stop() {
    this.#isStopped = true;
    await this.#running;
    return { accepted: this.#accepted, maxWaitMs: this.#maxWaitMs };
  }

  async #run(): Promise<void> {
    const { rooms } = this.#options;
    for (; !this.#isStopped; this.#count += 1) {
      const stream = rooms[this.#count % rooms.length] ?? '';
      const id = `report ${this.#count}`;
      const startedAt = performance.now();
      while (!(await this.#send({ stream, id, status: statuses[this.#count % statuses.length] }))) await pause(retryMs);
      this.#maxWaitMs = Math.max(this.#maxWaitMs, performance.now() - startedAt);
      this.#accepted.set(stream, [...(this.#accepted.get(stream) ?? []), id]);
      await pause(pauseMs);
    }
  }

  async #send(report: object): Promise<boolean> {
    const { url, key } = this.#options;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(`${url}/api/reports`, { method: 'POST', headers, body: JSON.stringify(report) });
    const text = await response.text();
    if (response.status === 200) return true;
    if (response.status === 503 && response.headers.has('retry-after')) return false;
    throw new Error(`refused with ${response.status}: ${text}`);
  }
}
