import { useSearchParams } from 'react-router';
import type { StreamType } from '../../../domain/stream.ts';
import { streamTypes } from '../../../domain/stream.ts';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { type Places, usePlaces } from '../home/places.ts';
import { LoadState } from '../shell/load-state.tsx';
import { Page } from '../shell/page.tsx';
import { useBeforeLeaving } from '../shell/unsaved/unsaved-changes.ts';
import { useTexts } from '../shell/use-texts.ts';
import { PlaceChooser } from './place-chooser.tsx';
import { RulesEditor } from './rules-editor.tsx';
import { type Chosen, useRules } from './use-rules.ts';
import styles from './rules-page.module.css';

/** What raises an alert in a location, a ward or a room, and from when a device is offline. */
export function RulesPage() {
  const { t } = useTexts();
  const home = usePlaces();
  return (
    <Page title={t('rules.title')} about={t('rules.levels')} className={styles.page}>
      {home.places === undefined ? (
        <LoadState queries={[home]} title={t('shell.loading')} />
      ) : (
        <ChosenRules places={home.places} />
      )}
    </Page>
  );
}

/** What is chosen is part of the address, so that Back, a reload and a link show the same. */
function ChosenRules({ places }: { readonly places: Places }) {
  const { t } = useTexts();
  const [parameters, setParameters] = useSearchParams();
  const beforeLeaving = useBeforeLeaving();
  const chosen = chosenOf(parameters) ?? firstOf(places);
  const type = streamTypes.find((one) => one === parameters.get('type'));
  const choose = ({ level, uuid }: Chosen, ofType?: StreamType) =>
    beforeLeaving(() => setParameters({ [level]: uuid, ...(ofType !== undefined && { type: ofType }) }));
  if (chosen === undefined) return <EmptyState icon="location" text={t('rules.no_places')} />;
  return (
    <>
      <PlaceChooser places={places} chosen={chosen} type={type} onChoose={choose} />
      <LoadedRules key={`${chosen.uuid} ${type}`} chosen={chosen} type={type} onChoose={choose} />
    </>
  );
}

interface LoadedRulesProps {
  readonly chosen: Chosen;
  readonly type: StreamType | undefined;
  readonly onChoose: (chosen: Chosen) => void;
}

function LoadedRules({ chosen, type, onChoose }: LoadedRulesProps) {
  const { t } = useTexts();
  const rules = useRules(chosen);
  if (rules.data === undefined) return <LoadState queries={[rules]} title={t('shell.loading')} />;
  return (
    <RulesEditor
      scope={{ state: rules.data, type: chosen.level === 'stream' ? undefined : type }}
      onChoose={onChoose}
    />
  );
}

function chosenOf(parameters: URLSearchParams): Chosen | undefined {
  for (const level of ['location', 'ward', 'stream'] as const) {
    const uuid = parameters.get(level);
    if (uuid !== null) return { level, uuid };
  }
  return undefined;
}

/** The first location that the user manages, otherwise the first ward. */
function firstOf({ byUuid }: Places): Chosen | undefined {
  const managed = [...byUuid.values()].filter(({ canChange }) => canChange);
  for (const level of ['location', 'ward'] as const) {
    const found = managed.find((place) => place.level === level);
    if (found !== undefined) return { level, uuid: found.uuid };
  }
  return undefined;
}
