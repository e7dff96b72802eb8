import { useTranslation } from 'react-i18next';
import type { Stream } from '../../../domain/stream.ts';
import { CardGrid } from '../../ui/card/card-grid.tsx';
import { RoomCard } from './room-card.tsx';

/** The rooms as cards (WARD-2). */
export function RoomGrid({ streams }: { streams: readonly Stream[] }) {
  const { t } = useTranslation();
  return (
    <CardGrid label={t('streams.rooms')}>
      {streams.map((stream) => (
        <RoomCard key={stream.uuid} stream={stream} />
      ))}
    </CardGrid>
  );
}
