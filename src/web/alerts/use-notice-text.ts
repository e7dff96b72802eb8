import type { ShownAlert } from '../../domain/alerts/shown-alert.ts';
import { useTranslation } from '../language/translation.tsx';
import { noticeStore } from '../live/notices.ts';
import { useRoomTexts } from '../live/use-room-texts.ts';
import { useStore } from '../shared/create-store.ts';

/** Who got a message about the alert, and who was not reached. Undefined: the chain has done nothing yet. */
export function useNoticeText({ uuid }: ShownAlert): string | undefined {
  const texts = useRoomTexts();
  const { language } = useTranslation();
  const notices = useStore(noticeStore).filter(({ alertUUID }) => alertUUID === uuid);
  const namesOf = (wanted: string) => {
    const names = notices.filter(({ outcome }) => outcome === wanted).map(({ name }) => name ?? '?');
    return new Intl.ListFormat(language, { style: 'narrow' }).format(new Set(names));
  };
  const [reached, unreached] = [namesOf('accepted'), namesOf('failed')];
  const parts = [
    notices.some(({ outcome }) => outcome === 'nobody') ? texts('duty.nobody') : '',
    reached === '' ? '' : texts('duty.reached', { names: reached }),
    unreached === '' ? '' : texts('duty.unreached', { names: unreached }),
  ].filter((part) => part !== '');
  return parts.length === 0 ? undefined : parts.join(' · ');
}
