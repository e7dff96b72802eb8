/**
 * Plays the alarms of a board: passes events of the page to `alarm-state.ts`, which decides, and runs one timer. It is
 * loaded after the first paint and before it is needed, because a board must sound without a network.
 */
import * as z from 'zod/mini';
import type { AlertPriority } from '../../../domain/alerts/alert.ts';
import { currentConnection, subscribeConnection } from '../../api/connection-state.ts';
import { audioState, closeAudio, isAudioBlocked, openAudio, playTone } from '../audio-output.ts';
import { readCurrentVolume } from '../volume/volume.ts';
import { alarmTones } from '../tones.ts';
import { type AlarmEvent, initialAlarm, nextAlarm, reduceAlarm, StoredAlarm } from './alarm-state.ts';
import { reportedLossOf, type SessionHealth } from './loss-state.ts';
import { raisedAlertsStore } from '../../live/raised-alerts.ts';

interface BoardAlarmOptions {
  /** Reads and stores the alarm state as JSON, so that it survives a reload. */
  readonly readStored: () => string | undefined;
  readonly store: (alarm: string) => void;
  readonly sessionHealth: () => SessionHealth;
  readonly subscribeSession: (listener: () => void) => () => void;
}

const touches = ['pointerdown', 'keydown'];

/** Starts the alarm of a board. Returns the function that stops it. */
export function startBoardAlarm(options: BoardAlarmOptions): () => void {
  // A new board has no stored state. The state of an earlier version may not match the schema and is dropped.
  const stored = z.safeParse(StoredAlarm, JSON.parse(options.readStored() ?? 'null'));
  let state = initialAlarm(stored.data ?? {});
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopSound = () => {};
  let playing: AlertPriority = 'technical';

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
    // Stops the playing alarm once the alerts that caused it are answered.
    if (next === undefined || (next.priority === 'technical' && playing !== 'technical')) stopSound();
    if (next === undefined) return;
    if (next.waitMs > 0) timer = setTimeout(schedule, next.waitMs);
    else sound(next.priority);
  }

  function sound(priority: AlertPriority): void {
    // No alarm plays while the sound is blocked, which the page shows. The listener below plays the alarm after that.
    if (isAudioBlocked()) return;
    stopSound();
    playing = priority;
    stopSound = playTone('alarm sound', alarmTones[priority], readCurrentVolume(priority));
    dispatch({ type: 'sounded', priority });
  }

  const onAlerts = () => dispatch({ type: 'alerts', raised: raisedAlertsStore.get() });
  const onLoss = () =>
    dispatch({ type: 'loss', loss: reportedLossOf(options.sessionHealth(), currentConnection(), Date.now()) });
  const onTouch = () => dispatch({ type: 'touched' });
  const stops = [
    raisedAlertsStore.subscribe(onAlerts),
    subscribeConnection(onLoss),
    options.subscribeSession(onLoss),
    audioState.subscribe(schedule),
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
