import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { readEquipmentFile } from '../../intake/equipment/file/equipment-file.ts';
import { createEquipment } from '../../intake/equipment/equipment.ts';
import { explainMessage, type Explanation } from '../../intake/equipment/explain-message.ts';
import type { CommandContext } from '../command-line/command-context.ts';

const help = `
It needs no server and no data, and changes nothing. Write - as PAYLOAD to read it from stdin. Exit code 1 if the
message would be refused.

Example: room-status try-equipment equipment.yaml frigate/room_101/person 1`;

export function addTryEquipmentCommand(program: CommandUnknownOpts, { terminal, fail }: CommandContext): void {
  program
    .command('try-equipment')
    .description(
      'Show what an MQTT message would do with an equipment file: room, source and status, or why it is refused.',
    )
    .argument('<file>', 'the equipment file')
    .argument('<topic>', 'the MQTT topic')
    .argument('<payload>', 'the message, or - for stdin')
    .option('--json', 'print JSON')
    .addHelpText('after', help)
    .action(async (file, topic, payload, { json }) => {
      const equipment = createEquipment(readEquipmentFile(file));
      const bytes = payload === '-' ? await terminal.readInput() : Buffer.from(payload);
      const explanation = explainMessage(equipment, topic, bytes);
      terminal.print(json === true ? JSON.stringify(explanation, null, 2) : formatExplanation(explanation));
      if (explanation.outcome === 'refused') fail();
    });
}

function formatExplanation({ connection, product, rooms, outcome, field, result }: Explanation): string {
  const head = connection === null ? [] : [`connection  ${connection}, with the preset for ${product}`];
  const blocks = rooms.map((room) => [
    '',
    `room        ${room.room}`,
    `  topic     ${room.patterns.join(' or ')}`,
    `  source    ${room.source}`,
    `  values    ${
      Object.entries(room.values)
        .map(([name, value]) => `${name} "${value}"`)
        .join(', ') || 'none'
    }`,
    ...describeMeasured(room).map((text) => `  ${text}`),
    `  case      ${room.case === null ? 'none' : `${room.case.number} of ${room.case.of}: ${describeConditions(room.case)}`}`,
    `  ${room.outcome.padEnd(8)}  ${room.field === null ? '' : `${room.field} `}${room.result}`,
  ]);
  const whole = `${outcome.padEnd(10)}  ${field === null ? '' : `${field} `}${result}`;
  return [...head, ...blocks.flat(), ...(rooms.length === 0 ? [whole] : [])].join('\n');
}

function describeConditions({ conditions }: NonNullable<Explanation['rooms'][number]['case']>): string {
  return conditions.map(({ reason }) => reason).join(' and ');
}

function describeMeasured({ battery, signal }: Pick<Explanation['rooms'][number], 'battery' | 'signal'>) {
  return [
    ...(battery === null ? [] : [`battery   ${battery} %`]),
    ...(signal === null ? [] : [`signal    ${signal.value} ${signal.unit === 'percent' ? '%' : signal.unit}`]),
  ];
}
