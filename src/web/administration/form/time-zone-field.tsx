import { useTexts } from '../use-texts.ts';
import { SelectField } from './select-field.tsx';

interface TimeZoneFieldProps {
  /** Undefined: the time zone of the server. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A field for the time zone of a location. */
export function TimeZoneField({ value, onChange }: TimeZoneFieldProps) {
  const { t } = useTexts();
  // A browser may not list the zone that another one has chosen.
  const zones = new Set([...(value === undefined ? [] : [value]), ...Intl.supportedValuesOf('timeZone')]);
  return (
    <SelectField
      name="timeZone"
      label={t('shell.time_zone')}
      value={value ?? ''}
      options={[
        { value: '', label: t('shell.time_zone_of_server') },
        ...[...zones].toSorted().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
      ]}
      onChange={(zone) => onChange(zone === '' ? undefined : zone)}
    />
  );
}
