import { Link, useParams } from 'react-router';
import { roomHistoryPathOf, roomNightsPathOf } from '../../home/lists/addresses.ts';
import { Button } from '../../ui/button/button.tsx';
import { Table } from '../../ui/table/table.tsx';
import { type HandoverRoom, isEventful } from '../handover.ts';
import styles from '../handover.module.css';
import type { NoteDraft } from '../notes/note-dialog.tsx';
import { Notes } from '../notes/notes.tsx';
import { useHandoverTexts } from '../use-handover-texts.ts';
import { Events } from './events.tsx';
import { Night } from './night.tsx';

interface RoomsProps {
  /** In the order of the page, at least one. */
  readonly rooms: readonly HandoverRoom[];
  /** The start of the shift. */
  readonly shiftFrom: string;
  readonly onWrite: (draft: NoteDraft) => void;
}

/** The rooms of which there is something to say, and the names of the others. */
export function Rooms({ rooms, shiftFrom, onWrite }: RoomsProps) {
  const texts = useHandoverTexts();
  const eventful = rooms.filter(isEventful);
  const quiet = rooms.filter((room) => !isEventful(room));
  const hasNight = rooms.some(({ night }) => night !== null && night.typical !== null);
  const [first] = rooms;
  return (
    <>
      {eventful.length > 0 && (
        <div className={styles.container}>
          <Table className={styles.rooms}>
            <thead>
              <tr>
                <th scope="col">{texts('room')}</th>
                <th scope="col">{texts('what')}</th>
                {hasNight && <th scope="col">{texts('night')}</th>}
                <th scope="col">{texts('notes')}</th>
              </tr>
            </thead>
            <tbody>
              {eventful.map((room) => (
                <RoomRow
                  key={room.streamUUID}
                  room={room}
                  shiftFrom={shiftFrom}
                  hasNight={hasNight}
                  onWrite={onWrite}
                />
              ))}
            </tbody>
          </Table>
        </div>
      )}
      {quiet.length > 0 && (
        <p className={styles.quiet}>
          <strong>{texts('quiet')}</strong> {quiet.map(({ displayName }) => displayName).join(', ')}
        </p>
      )}
      {first !== undefined && (
        <div className={styles.buttons}>
          <Button onClick={() => onWrite({ room: quiet[0] ?? first, corrected: null })}>{texts('add_note')}</Button>
        </div>
      )}
    </>
  );
}

interface RoomRowProps extends Pick<RoomsProps, 'shiftFrom' | 'onWrite'> {
  readonly room: HandoverRoom;
  readonly hasNight: boolean;
}

function RoomRow({ room, shiftFrom, hasNight, onWrite }: RoomRowProps) {
  const places = useParams();
  const texts = useHandoverTexts();
  const pathOf = hasNight ? roomNightsPathOf : roomHistoryPathOf;
  return (
    <tr>
      <th scope="row">
        <Link to={pathOf(places, room.streamUUID)} className={styles.link} dir="auto">
          {room.displayName}
        </Link>
      </th>
      <td>
        <Events room={room} shiftFrom={shiftFrom} />
      </td>
      {hasNight && (
        <td data-label={texts('night')}>
          <Night room={room} />
        </td>
      )}
      <td>
        <Notes room={room} onWrite={onWrite} />
      </td>
    </tr>
  );
}
