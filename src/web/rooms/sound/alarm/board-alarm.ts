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
import { type AlarmEvent, initialAlarm, nextAlarm, reduceAlarm, StoredAlarm } from './alarm-state.ts';
import { lossOf, type SessionHealth } from './board-loss.ts';
import { raisedAlerts, subscribeRaisedAlerts } from './raised-alerts.ts';

interface BoardAlarmOptions {
  /** Reads and stores as JSON what continues when the page loads again. */
  readonly readStored: () => string | undefined;
  readonly store: (alarm: string) => void;
  readonly sessionHealth: () => SessionHealth;
  readonly subscribeSession: (listener: () => void) => () => void;
}

const touches = ['pointerdown', 'keydown'];

/** Runs until the returned function is called. */
export function startBoardAlarm(options: BoardAlarmOptions): () => void {
  let state = initialAlarm(parseStored(options.readStored()));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopSound = () => {};
  let playing: AlertPriority = 'technical';
  let soundCount = 0;

  function dispatch(event: AlarmEvent): void {
    const before = state;
    state = reduceAlarm(state, event, Date.now());
    const { loss, technical } = state;
    if (loss !== before.loss || technical !== before.technical) options.store(JSON.stringify({ loss, technical }));
    schedule();
  }

  function schedule(): void {
    clearTimeout(timer);
    const next = nextAlarm(state, Date.now());
    // Once the alerts are answered, their alarm does not play to its end.
    if (next === undefined || (next.priority === 'technical' && playing !== 'technical')) stopSound();
    if (next === undefined) return;
    if (next.waitMs > 0) timer = setTimeout(schedule, next.waitMs);
    else sound(next.priority);
  }

  function sound(priority: AlertPriority): void {
    // The page shows that the sound is blocked. The listener below plays it when it is not blocked any more.
    if (isAudioBlocked()) return;
    stopSound();
    soundCount += 1;
    playing = priority;
    try {
      stopSound = playTone(alarmTones[priority], currentVolume(priority));
    } catch (error) {
      console.warn('The alarm sound could not be played, reason:', reasonOf(error));
    }
    dispatch({ type: 'sounded', priority });
  }

  /** Returns whether the alerts sound now, or as soon as the browser allows it. */
  const onAlerts = (): boolean => {
    const before = soundCount;
    dispatch({ type: 'alerts', raised: raisedAlerts() });
    return soundCount > before || isAudioBlocked();
  };
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

/** Empty for a new board, or if an earlier version of the app stored something else. */
function parseStored(text = 'null'): StoredAlarm {
  return z.safeParse(StoredAlarm, JSON.parse(text)).data ?? {};
}
