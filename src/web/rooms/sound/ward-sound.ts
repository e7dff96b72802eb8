/**
 * The sounds of a ward page. It plays the notification sound of the specification: one for each notification, at most
 * one a second (LIVE-2). It reports the raised alerts, for which `alarm/board-alarm.ts` plays the alarms. An update whose
 * alarm sounds now has no notification sound. One whose alarm has to wait has, because the alert may be over by then.
 */
import type { BoardListener } from '../live/use-board-streams.ts';
import type { Room } from '../../../domain/room.ts';
import { standInRooms, subscribeStandInRooms } from '../watch/stand-in-rooms.ts';
import { raisedUnknownRoomAlerts, subscribeUnknownRoomAlerts } from '../watch/unknown-rooms/unknown-room-alerts.ts';
import { isRaised, raisedAlerts, raisedAlertsOf, reportRaisedAlerts } from './alarm/raised-alerts.ts';
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
  let technical = new Set<string>();
  let urgent = new Set<string>();
  let isAlarmSounding = false;
  let isDeciding = false;
  let rooms: readonly Room[] = [];

  function decide(): void {
    // The alarm of technical alerts may be up to a minute late, so that many at once make one sound.
    const hasSound = (room: string) => technical.has(room) || (urgent.has(room) && isAlarmSounding);
    const isDue = [...notified].some((room) => !hasSound(room));
    notified = new Set();
    technical = new Set();
    urgent = new Set();
    isAlarmSounding = false;
    isDeciding = false;
    if (isDue) limit.request();
  }

  /** The alerts of a report arrive right after its status, so the decision waits for both. */
  function decideSoon(): void {
    if (!isDeciding) queueMicrotask(decide);
    isDeciding = true;
  }

  function report(): void {
    decideSoon();
    const raised = [...raisedAlertsOf([...rooms, ...standInRooms()]), ...raisedUnknownRoomAlerts()];
    if (reportRaisedAlerts(raised)) isAlarmSounding = true;
  }

  const stops = [subscribeStandInRooms(report), subscribeUnknownRoomAlerts(report)];
  openAudio([chimeSamples]);
  return {
    onState: ({ streams = [] }) => {
      rooms = streams;
      report();
    },
    onChange: ({ changed, isQuiet, alertChanges }) => {
      decideSoon();
      if (!isQuiet) for (const { uuid } of changed) notified.add(uuid);
      for (const { room, alert } of alertChanges) {
        if (isRaised(alert)) (alert.priority === 'technical' ? technical : urgent).add(room.uuid);
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
  const isAlarming = raisedAlerts().some(({ priority }) => priority !== 'technical');
  if (!isAudioBlocked() && !isAlarming) limit.request();
}

/** A sound that cannot be played is logged (LIVE-5). */
function chime(): void {
  try {
    playTone(chimeSamples, currentVolume());
  } catch (error) {
    console.warn('The notification sound could not be played, reason:', reasonOf(error));
  }
}
