/** A fall sensor whose product sends values by MQTT, alone in its room or beside another sensor. */
import type { Incoming } from '../../../src/domain/ingest/incoming.ts';
import { createConnection } from '../../../src/server/intake/equipment/connection.ts';
import { isUnroutable } from '../../../src/server/intake/mqtt/message.ts';
import { isRefusal } from '../../../src/server/intake/parse-report.ts';
import { roomWith } from '../equipment/room-with.ts';
import type { FallModel } from './fall-model.ts';

const fall = 1;

/** `online` after `offline`: what was reported before is unknown. */
type Effect = 'fall' | 'no fall' | 'offline' | 'online' | 'other';
type Message = readonly [topic: string, payload: string | object, effect: Effect];

interface Product {
  readonly roles: readonly string[];
  readonly messages: readonly Message[];
}

/** By the name of the connection in the samples. */
const products: Readonly<Record<string, Product>> = {
  house: {
    roles: ['fall'],
    messages: [
      ['binary_sensor/fall_1/state', 'on', 'fall'],
      ['binary_sensor/fall_1/state', 'off', 'no fall'],
      ['available', 'offline', 'offline'],
      ['available', 'online', 'online'],
    ],
  },
  zigbee: {
    roles: ['fall', 'bed'],
    messages: [
      ['fall_1', { fall_down_status: 'fall' }, 'fall'],
      ['fall_1', { fall_down_status: 'none' }, 'no fall'],
      ['bed_1', { occupancy: true }, 'other'],
      ['bed_1', { occupancy: false }, 'other'],
    ],
  },
  nodes: {
    roles: ['fall', 'bathroom'],
    messages: [
      ['fall-device/binary_sensor/fall/state', 'ON', 'fall'],
      ['fall-device/binary_sensor/fall/state', 'OFF', 'no fall'],
      ['bathroom-device/binary_sensor/bathroom/state', 'ON', 'other'],
      ['bathroom-device/binary_sensor/bathroom/state', 'OFF', 'other'],
    ],
  },
};

export const productNames = Object.keys(products);

export class ValueSensor {
  readonly messages: readonly Message[];
  readonly #connection: ReturnType<typeof createConnection>;
  readonly #streamUUID: string;
  #hasFallen = false;
  #isOffline = false;

  /** `product`: one of `productNames`. `streamUUID`: its room. */
  constructor(product: string, streamUUID: string) {
    const { roles = [], messages = [] } = products[product] ?? {};
    this.messages = messages;
    this.#connection = createConnection(roomWith(product, roles));
    this.#streamUUID = streamUUID;
  }

  /** What the server reads in a message. Tells the model what the sensor sees. */
  send([topic, payload, effect]: Message, model: FallModel, now: number): readonly Incoming[] {
    this.#observe(effect, model, now);
    const bytes = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
    const parsed = this.#connection.parseMessage({
      topic: `${this.#connection.topic}/${topic}`,
      payload: bytes,
      retainedAt: null,
    });
    if (isUnroutable(parsed)) throw new Error(`${topic} reaches no room`);
    return parsed.map((item) => {
      if (isRefusal(item)) throw new Error(`${topic}: refused`);
      return item.incoming(this.#streamUUID);
    });
  }

  #observe(effect: Effect, model: FallModel, now: number): void {
    if (effect === 'fall' && this.#hasFallen) return model.goesOn(fall);
    if (effect === 'other' || (effect === 'online' && !this.#isOffline)) return;
    if (effect === 'fall') model.falls(fall, now);
    else model.stands(fall);
    this.#hasFallen = effect === 'fall';
    this.#isOffline = effect === 'offline' || (this.#isOffline && effect !== 'online');
  }
}
