import { useState } from 'react';
import { statusOfCode } from '../../../../domain/room-status.ts';
import { useTranslation } from '../../../language/translation.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { UiIcon } from '../../../ui/icons/icons.tsx';
import { keyboardScroll } from '../../../ui/keyboard-scroll.ts';
import { formatClockTime } from '../../../ui/time/time-format.ts';
import type { BoardPlace } from '../../../live/board-place.ts';
import { useRoomTexts } from '../../../live/use-room-texts.ts';
import { type UnknownRoomAlert, useAcknowledgement, useUnknownRoomAlerts } from '../../../live/unknown-room-alerts.ts';
import { useMayAnswer } from '../../../live/wall-board.ts';
import styles from './unknown-room-notices.module.css';

/** Notices about falls that devices report for unknown rooms, at the bottom of the screen, above everything else. */
export function UnknownRoomNotices({ place }: { readonly place: BoardPlace }) {
  const alerts = useUnknownRoomAlerts(place);
  // The unanswered ones first, because the others may need to be scrolled into view.
  const sorted = alerts.toSorted((one, other) => Number(one.answer !== null) - Number(other.answer !== null));
  return (
    <div role="alert" className={styles.notices} {...(sorted.length > 0 && keyboardScroll)}>
      {sorted.map((alert) => (
        <UnknownRoomNotice key={alert.uuid} alert={alert} />
      ))}
    </div>
  );
}

function UnknownRoomNotice({ alert: { uuid, status, room, since, answer } }: { readonly alert: UnknownRoomAlert }) {
  const { t } = useTranslation();
  const texts = useRoomTexts();
  const mayAnswer = useMayAnswer();
  const name = t(`status.${statusOfCode(status).name}`);
  const time = formatClockTime(since).slice(0, -':00'.length);
  return (
    <div className={styles.notice} data-priority="high" data-answered={answer !== null}>
      <UiIcon name="warning" size="2rem" />
      <div className={styles.words}>
        <strong>{texts('watch.unknown_room', { status: name })}</strong>
        <span>{texts('watch.unknown_room_detail', { room, time })}</span>
      </div>
      {answer === null ? (
        mayAnswer && <AnswerButton uuid={uuid} />
      ) : (
        <span>{t('alerts.on_the_way', { name: answer.by ?? t('alerts.colleague') })}</span>
      )}
    </div>
  );
}

/** The button that answers the alert. It stays, and the alert sounds, until the server has accepted the answer. */
function AnswerButton({ uuid }: { readonly uuid: string }) {
  const { t } = useTranslation();
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle');
  const acknowledge = useAcknowledgement();
  const answer = (): void => {
    setState('sending');
    acknowledge(uuid).catch(() => setState('failed'));
  };
  return (
    <>
      {state === 'failed' && <span>{t('alerts.unsent')}</span>}
      <Button disabled={state === 'sending'} onClick={answer}>
        {t('alerts.acknowledge')}
      </Button>
    </>
  );
}
