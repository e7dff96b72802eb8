/**
 * Plays the alarms of a board. `alarm-state.ts` decides what sounds; this module passes it the events of the page and
 * runs one timer. The page loads it after its first paint, and before it is needed: a board must sound without network.
 */
import * as z from 'zod/mini';
import type { AlertPriority } from '../../../../domain/alerts/alert.ts';
import { currentConnection, subscribeConnection } from '../../../api/connection-state.ts';
import { closeAudio, isAudioBlocked, openAudio, playTone, reasonOf, subscribeAudio } from '../audio-output.ts';
import { currentVolume } from '../volume/current-volume.ts';
import { alarmTones } from '../tones/alarm-tone.ts';
import { type AlarmEvent, BoardLoss, initialAlarm, nextAlarm, reduceAlarm } from './alarm-state.ts';
import { lossOf, type SessionHealth } from './board-loss.ts';
import { raisedAlerts, subscribeRaisedAlerts } from './raised-alerts.ts';

interface BoardAlarmOptions {
  /** Reads and stores the loss as JSON, so that it continues when the page loads again. */
  readonly readLoss: () => string | undefined;
  readonly writeLoss: (loss: string) => void;
  readonly sessionHealth: () => SessionHealth;
  readonly subscribeSession: (listener: () => void) => () => void;
}

const touches = ['pointerdown', 'keydown'];

/** Runs until the returned function is called. */
export function startBoardAlarm(options: BoardAlarmOptions): () => void {
  let state = initialAlarm(parseLoss(options.readLoss()));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopSound = () => {};

  function dispatch(event: AlarmEvent): void {
    const before = state;
    state = reduceAlarm(state, event, Date.now());
    if (state.loss !== before.loss) options.writeLoss(JSON.stringify(state.loss ?? null));
    schedule();
  }

  function schedule(): void {
    clearTimeout(timer);
    const next = nextAlarm(state, Date.now());
    if (next === undefined) stopSound();
    else if (next.waitMs > 0) timer = setTimeout(schedule, next.waitMs);
    else sound(next.priority);
  }

  function sound(priority: AlertPriority): void {
    // The page shows that the sound is blocked. The listener below plays it when it is not blocked any more.
    if (isAudioBlocked()) return;
    stopSound();
    try {
      stopSound = playTone(alarmTones[priority], currentVolume(priority));
    } catch (error) {
      console.warn('The alarm sound could not be played, reason:', reasonOf(error));
    }
    dispatch({ type: 'sounded', priority });
  }

  const onAlerts = () => dispatch({ type: 'alerts', raised: raisedAlerts() });
  const onLoss = () =>
    dispatch({ type: 'loss', loss: lossOf(options.sessionHealth(), currentConnection(), Date.now()) });
  const onTouch = () => dispatch({ type: 'touched' });
  const stops = [
    subscribeRaisedAlerts(onAlerts),
    subscribeConnection(onLoss),
    options.subscribeSession(onLoss),
    subscribeAudio(schedule),
  ];
  openAudio(Object.values(alarmTones));
  for (const touch of touches) document.addEventListener(touch, onTouch, { passive: true, capture: true });
  onAlerts();
  onLoss();
  return () => {
    for (const stop of stops) stop();
    for (const touch of touches) document.removeEventListener(touch, onTouch, { capture: true });
    clearTimeout(timer);
    stopSound();
    closeAudio();
  };
}

/** Undefined: the board was current, or an earlier version of the app stored something else. */
function parseLoss(text = 'null'): BoardLoss | undefined {
  return z.safeParse(z.nullable(BoardLoss), JSON.parse(text)).data ?? undefined;
}
