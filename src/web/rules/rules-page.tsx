import { useSearchParams } from 'react-router';
import { Button } from '../ui/button/button.tsx';
import { ButtonRow } from '../ui/button-row/button-row.tsx';
import { PageNotice } from '../ui/notice/page-notice.tsx';
import { EmptyState } from '../ui/status/empty-state.tsx';
import { type Places, usePlaces } from '../home/places.ts';
import { LoadState } from '../administration/load-state.tsx';
import { Page } from '../ui/page/page.tsx';
import { useTexts } from '../administration/use-texts.ts';
import { PlaceChooser } from './place-chooser.tsx';
import { RuleList } from './rule-list.tsx';
import { type ChosenPlace, useRules } from './use-rules.ts';

/**
 * The page for the rules of locations, wards and rooms: which statuses raise an alert, and when a device is offline.
 */
export function RulesPage() {
  const { t } = useTexts();
  const home = usePlaces();
  return (
    <Page title={t('rules.title')} about={t('rules.levels')} isWide>
      {home.places === undefined ? (
        <LoadState queries={[home]} title={t('shell.loading')} />
      ) : (
        <ChosenRules places={home.places} />
      )}
    </Page>
  );
}

/** Shows the rules of the place in the address, so that Back, a reload and a link show the rules of the same place. */
function ChosenRules({ places }: { readonly places: Places }) {
  const { t } = useTexts();
  const [parameters, setParameters] = useSearchParams();
  const chosen = chosenOf(parameters) ?? firstOf(places);
  const choose = ({ level, uuid }: ChosenPlace) => setParameters({ [level]: uuid });
  if (chosen === undefined) return <EmptyState icon="location" text={t('rules.no_places')} />;
  return (
    <>
      <PlaceChooser places={places} chosen={chosen} onChoose={choose} />
      <LoadedRules key={chosen.uuid} chosen={chosen} onChoose={choose} />
    </>
  );
}

interface LoadedRulesProps {
  readonly chosen: ChosenPlace;
  readonly onChoose: (chosen: ChosenPlace) => void;
}

/** Shows the rules of a place, and lists the wards and rooms below it whose own rules replace them. */
function LoadedRules({ chosen, onChoose }: LoadedRulesProps) {
  const { t } = useTexts();
  const query = useRules(chosen);
  if (query.data === undefined) return <LoadState queries={[query]} title={t('shell.loading')} />;
  const { below, rules } = query.data;
  return (
    <>
      {below.count > 0 && (
        <PageNotice tone="warning">
          <p>{t('rules.exceptions', { count: below.count })}</p>
          <ButtonRow side="start">
            {below.first.map(({ level, uuid, displayName }) => (
              <Button key={uuid} dir="auto" onClick={() => onChoose({ level, uuid })}>
                {displayName}
              </Button>
            ))}
          </ButtonRow>
        </PageNotice>
      )}
      {rules.types !== undefined && <PageNotice tone="warning">{t('rules.types_in_file')}</PageNotice>}
      <RuleList state={query.data} />
    </>
  );
}

function chosenOf(parameters: URLSearchParams): ChosenPlace | undefined {
  for (const level of ['location', 'ward', 'stream'] as const) {
    const uuid = parameters.get(level);
    if (uuid !== null) return { level, uuid };
  }
  return undefined;
}

/** The place whose rules the page shows first: the first location that the user manages, otherwise the first ward. */
function firstOf({ byUuid }: Places): ChosenPlace | undefined {
  const managed = [...byUuid.values()].filter(({ canChange }) => canChange);
  for (const level of ['location', 'ward'] as const) {
    const found = managed.find((place) => place.level === level);
    if (found !== undefined) return { level, uuid: found.uuid };
  }
  return undefined;
}
