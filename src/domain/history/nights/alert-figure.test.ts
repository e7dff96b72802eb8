import { expect, test } from 'vitest';
import { changeAlert, createAlert, deviceActor } from '../../alerts/alert.ts';
import { alertHistoriesOf } from '../alert-history.ts';
import { alertFigureOf } from './alert-figure.ts';

const nora = { kind: 'user', subject: 'nora', displayName: 'Nora' } as const;
const omar = { kind: 'user', subject: 'omar', displayName: 'Omar' } as const;
const fields = { uuid: 'a', streamUUID: 'r', status: 3, priority: 'medium', latches: false, startedAt: 0 } as const;
const raised = createAlert({ ...fields, raisedAt: 0, now: 0 });

test('an answer that was withdrawn is no answer: the next one counts', () => {
  const acknowledged = changeAlert(raised, 'acknowledged', 10_000, { state: 'acknowledged', by: nora, dueAt: null });
  const attended = changeAlert(acknowledged.alert, 'attended', 12_000, { state: 'attended', by: nora, dueAt: null });
  const withdrawn = changeAlert(attended.alert, 'withdrawn', 13_000, { state: 'raised', by: nora, dueAt: null });
  const steps = [{ alert: raised, event: 'opened' } as const, acknowledged, attended, withdrawn];
  const figureOf = (transitions: typeof steps) => alertHistoriesOf(transitions).map((one) => alertFigureOf(one))[0];
  expect(figureOf(steps)).toMatchObject({ acknowledgedMs: null, arrivedMs: null, answeredBy: null });
  const answer = changeAlert(withdrawn.alert, 'acknowledged', 2_400_000, {
    state: 'acknowledged',
    by: omar,
    dueAt: null,
  });
  const arrival = changeAlert(answer.alert, 'attended', 2_460_000, { state: 'attended', by: deviceActor, dueAt: null });
  expect(figureOf([...steps, answer, arrival])).toMatchObject({
    acknowledgedMs: 2_400_000,
    answeredBy: 'omar',
    arrivedMs: 2_460_000,
  });
});
