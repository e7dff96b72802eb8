/**
 * The sounds of a ward page. It plays the notification sound of the specification: one for each notification, at most
 * one a second (LIVE-2). It reports the raised alerts, for which `alarm/board-alarm.ts` plays the alarms.
 */
import type { BoardListener } from '../live/use-board-streams.ts';
import type { Room } from '../../../domain/room.ts';
import { standInRooms, subscribeStandInRooms } from '../watch/stand-in-rooms.ts';
import { raisedUnknownRoomAlerts, subscribeUnknownRoomAlerts } from '../watch/unknown-rooms/unknown-room-alerts.ts';
import { isSounding, raisedAlerts, raisedAlertsOf, reportRaisedAlerts } from './alarm/raised-alerts.ts';
import { isAudioBlocked, openAudio, playTone, reasonOf, resumeAudio, subscribeAudio } from './audio-output.ts';
import { createChimeLimit } from './chime-limit.ts';
import { currentVolume } from './volume/current-volume.ts';
import { chimeSamples } from './tones/chime.ts';

const limit = createChimeLimit(chime);

interface WardSound extends BoardListener {
  close(): void;
}

export function createWardSound(): WardSound {
  let notified = new Set<string>();
  let alerted = new Set<string>();
  let rooms: readonly Room[] = [];

  function decide(): void {
    const isDue = [...notified].some((room) => !alerted.has(room));
    notified = new Set();
    alerted = new Set();
    if (isDue) limit.request();
  }

  const report = (): void =>
    reportRaisedAlerts([...raisedAlertsOf([...rooms, ...standInRooms()]), ...raisedUnknownRoomAlerts()]);
  const stops = [subscribeStandInRooms(report), subscribeUnknownRoomAlerts(report)];
  openAudio([chimeSamples]);
  return {
    onState: ({ streams = [] }) => {
      rooms = streams;
      report();
    },
    // The alerts of a report arrive right after its status, so the decision waits for both.
    onChange: ({ changed, isQuiet, alertChanges }) => {
      if (notified.size + alerted.size === 0) queueMicrotask(decide);
      if (!isQuiet) for (const { uuid } of changed) notified.add(uuid);
      for (const { room, alert } of alertChanges) {
        if (isSounding(alert)) alerted.add(room.uuid);
      }
    },
    close: () => {
      for (const stop of stops) stop();
      limit.stop();
      reportRaisedAlerts([]);
    },
  };
}

/** Unblocks the sound and plays it once. The browser allows this only during a click or a key press. */
export function unlockSound(): void {
  resumeAudio();
  if (!isAudioBlocked()) return confirmSound();
  const unsubscribe = subscribeAudio(() => {
    unsubscribe();
    confirmSound();
  });
}

/** An alarm that is due sounds by itself. */
function confirmSound(): void {
  if (!isAudioBlocked() && raisedAlerts().length === 0) limit.request();
}

/** A sound that cannot be played is logged (LIVE-5). */
function chime(): void {
  try {
    playTone(chimeSamples, currentVolume());
  } catch (error) {
    console.warn('The notification sound could not be played, reason:', reasonOf(error));
  }
}
