import { sortByDisplayName } from '../../domain/hierarchy.ts';
import { placeOptions, type Places } from '../home/places.ts';
import { useRoomsOfWard } from '../home/rooms.ts';
import { SelectField } from '../administration/form/select-field.tsx';
import { useTexts } from '../administration/use-texts.ts';
import { type ChosenPlace, useRules } from './use-rules.ts';
import styles from './rule-list.module.css';

interface PlaceChooserProps {
  readonly places: Places;
  readonly chosen: ChosenPlace;
  readonly onChoose: (chosen: ChosenPlace) => void;
}

/** The fields that choose a location, a ward or a room, whose rules the page shows. */
export function PlaceChooser({ places, chosen, onChoose }: PlaceChooserProps) {
  const { t } = useTexts();
  // The rules of a chosen room name the ward of the room.
  const wardOfRoom = useRules(chosen).data?.above.find((above) => above.level === 'ward')?.uuid;
  const place = chosen.level === 'stream' ? wardOfRoom : chosen.uuid;
  const ward = places.byUuid.get(place ?? '')?.level === 'ward' ? place : undefined;
  return (
    <div className={styles.chooser}>
      <SelectField
        name="place"
        label={t('rules.place')}
        value={place ?? ''}
        options={placeOptions(places, ['location', 'ward'])}
        onChange={(uuid) => onChoose({ level: places.byUuid.get(uuid)?.level === 'ward' ? 'ward' : 'location', uuid })}
      />
      {ward !== undefined && <RoomField ward={ward} chosen={chosen} onChoose={onChoose} />}
    </div>
  );
}

function RoomField({
  ward,
  chosen,
  onChoose,
}: Pick<PlaceChooserProps, 'chosen' | 'onChoose'> & { readonly ward: string }) {
  const { t, language } = useTexts();
  const { data } = useRoomsOfWard(ward);
  const rooms = sortByDisplayName(data?.items ?? [], language);
  return (
    <SelectField
      name="room"
      label={t('rules.room')}
      value={chosen.level === 'stream' ? chosen.uuid : ''}
      options={[
        { value: '', label: t('rules.all_rooms') },
        ...rooms.map(({ uuid, displayName }) => ({ value: uuid, label: displayName })),
      ]}
      onChange={(uuid) => onChoose(uuid === '' ? { level: 'ward', uuid: ward } : { level: 'stream', uuid })}
    />
  );
}
