/**
 * The sounds of a ward page. It plays the notification sound of the specification: one for each notification, at most
 * one a second (LIVE-2). It reports the raised alerts, for which `alarm/board-alarm.ts` plays the alarms. An update
 * whose alarm sounds at once has no notification sound. An update whose alarm has to wait for an earlier alarm has the
 * sound, because the alert may be over by then.
 */
import type { LiveBoard } from '../live/live-board.ts';
import { diffStreams } from '../live/stream-diff.ts';
import type { AlertPriority } from '../../domain/alerts/alert.ts';
import type { Room } from '../../domain/room.ts';
import { standInRoomsStore } from '../live/stand-in-rooms.ts';
import { raisedUnknownRoomAlerts, unknownRoomAlertsStore } from '../live/unknown-room-alerts.ts';
import {
  isAlertRaised,
  raisedAlertsOf,
  raisedAlertsStore,
  selectNewlyRaised,
  type RaisedAlerts,
} from '../live/raised-alerts.ts';
import { audioState, isAudioBlocked, openAudio, playTone, resumeAudio } from './audio-output.ts';
import { readCurrentVolume } from './volume/volume.ts';
import { alarmTones, chime } from './tones.ts';

/** The minimum time between two chimes. Staff cannot distinguish more than one per second. */
const chimeIntervalMs = 1_000;

let lastChimeAt = Number.NEGATIVE_INFINITY;
let nextChime: ReturnType<typeof setTimeout> | undefined;

export function createWardSound() {
  const notified = new Set<string>();
  const alerted = new Set<string>();
  /** Whether no alarm sounded before the last change, so that a new alarm sounds at once. */
  let isSilent = true;
  let rooms: readonly Room[] = [];
  let shownPhase: LiveBoard['phase'] | undefined;
  /** The alerts of cached rooms while the board connects. They may be over, so they do not sound yet. */
  let unconfirmed: RaisedAlerts = [];

  function decideChime(): void {
    const needsChime = [...notified].some((room) => !alerted.has(room));
    notified.clear();
    alerted.clear();
    if (needsChime) requestChime();
  }

  function report(): void {
    isSilent = raisedAlertsStore.get().every(isTechnical);
    const shown = selectNewlyRaised(unconfirmed, raisedAlertsOf([...rooms, ...standInRoomsStore.get()]));
    raisedAlertsStore.set([...shown, ...raisedUnknownRoomAlerts()]);
  }

  const stops = [standInRoomsStore.subscribe(report), unknownRoomAlertsStore.subscribe(report)];
  openAudio([chime]);
  return {
    onState: ({ phase, streams = [], firstNotified }: LiveBoard) => {
      if (streams === rooms && phase === shownPhase) return;
      if (phase !== shownPhase) unconfirmed = phase === 'connecting' ? raisedAlertsOf(streams) : [];
      shownPhase = phase;
      const { notified: next, alertChanges } = diffStreams(rooms, streams, firstNotified);
      rooms = streams;
      report();
      // Decides on the chime after a short wait, because the alerts of a report arrive right after its status.
      if (notified.size + alerted.size === 0) queueMicrotask(decideChime);
      for (const { uuid } of next) notified.add(uuid);
      for (const { room, alert } of alertChanges) {
        if (isAlertRaised(alert) && (isTechnical(alert) || isSilent)) alerted.add(room.uuid);
      }
    },
    close: () => {
      for (const stop of stops) stop();
      clearTimeout(nextChime);
      nextChime = undefined;
      lastChimeAt = Number.NEGATIVE_INFINITY;
      raisedAlertsStore.set([]);
    },
  };
}

/** Whether an alarm is technical. Such an alarm can be up to a minute late, because many of them share one sound. */
function isTechnical({ priority }: { readonly priority: AlertPriority }): boolean {
  return priority === 'technical';
}

/** Unblocks the sound and plays the chime once. The browser allows this only during a click or a key press. */
export function unlockSound(): void {
  resumeAudio();
  if (!isAudioBlocked()) return confirmSound();
  const unsubscribe = audioState.subscribe(() => {
    unsubscribe();
    confirmSound();
  });
}

/** Plays the chime as a confirmation, unless an alarm is due, which sounds by itself. */
function confirmSound(): void {
  const isAlarming = !raisedAlertsStore.get().every(isTechnical);
  if (!isAudioBlocked() && !isAlarming) requestChime();
}

/** Merges the requests of one second into one chime at its end, so that every notification is followed by a sound. */
function requestChime(): void {
  nextChime ??= setTimeout(
    () => {
      nextChime = undefined;
      lastChimeAt = performance.now();
      playTone('notification sound', chime, readCurrentVolume());
    },
    Math.max(0, lastChimeAt + chimeIntervalMs - performance.now()),
  );
}

/** Plays a sound when an answer was not sent and its user may have left the board. */
export function playAnswerFailed(): void {
  playTone('sound for an answer that was not sent', alarmTones.technical, readCurrentVolume('technical'));
}
