import { sortByDisplayName } from '../../../domain/hierarchy.ts';
import { type StreamType, streamTypes } from '../../../domain/stream.ts';
import { useTranslation } from '../../language/translation.tsx';
import { placeOptions, type Places } from '../home/places.ts';
import { useRoomsOfWard } from '../home/rooms.ts';
import { SelectField } from '../shell/form/select-field.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { type Chosen, useRules } from './use-rules.ts';
import styles from './rules-page.module.css';

interface PlaceChooserProps {
  readonly places: Places;
  readonly chosen: Chosen;
  readonly type: StreamType | undefined;
  readonly onChoose: (chosen: Chosen, type?: StreamType) => void;
}

/** Chooses whose rules are shown: a location or ward, one of its rooms, or one kind of device. */
export function PlaceChooser({ places, chosen, type, onChoose }: PlaceChooserProps) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  // The rules of a room name its ward.
  const wardOfRoom = useRules(chosen).data?.above.find((above) => above.level === 'ward')?.uuid;
  const place = chosen.level === 'stream' ? wardOfRoom : chosen.uuid;
  const ward = places.byUuid.get(place ?? '')?.level === 'ward' ? place : undefined;
  const typeOptions = streamTypes.map((value) => ({ value, label: common(`stream_type.${value}`) }));
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
      {chosen.level !== 'stream' && (
        <SelectField
          name="type"
          label={t('rules.type')}
          value={type ?? ''}
          options={[{ value: '', label: t('rules.all_types') }, ...typeOptions]}
          onChange={(value) =>
            onChoose(
              chosen,
              streamTypes.find((one) => one === value),
            )
          }
        />
      )}
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
