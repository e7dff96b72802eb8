import { Link, matchPath, useLocation } from 'react-router';
import { useTranslation } from '../../language/translation.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import {
  accountPath,
  phonesPath,
  allWardsPathOf,
  allWardsPattern,
  clientPathOf,
  homePath,
  locationPathOf,
  managePath,
  managePattern,
  placeOfPath,
  roomHistoryPattern,
  roomNightsPattern,
  handoverPathOf,
  handoverPattern,
  wardHistoryPattern,
  walkTestPattern,
  wardPathOf,
  wardPattern,
} from './addresses.ts';
import styles from './breadcrumb.module.css';
import { useSelection } from './selection.ts';

interface Step {
  readonly to: string;
  /** The name of the place. Undefined while the name is loading. */
  readonly name: string | undefined;
  /** "Client", "Location" or "Ward". Shown while the name is loading. */
  readonly kind: string;
}

/** A breadcrumb trail on wide screens, and a single link back on small screens (LAYOUT-2, LAYOUT-3). */
export function Breadcrumb() {
  const { t } = useTranslation();
  const steps = useSteps();
  // The breadcrumb has no steps for the pages of the administration, which have a navigation of their own.
  const ownStep = useLocation().pathname.startsWith(`${managePath}/`) ? undefined : steps.at(-1);
  const back = (ownStep === undefined ? steps.at(-1) : steps.at(-2)) ?? steps.at(-1);
  if (back === undefined) return null;
  return (
    <div className={styles.bar}>
      <nav className={styles.trail} aria-label={t('breadcrumb')}>
        <ol className={styles.steps}>
          {steps.map((step, index) => (
            <li key={step.to} className={styles.step}>
              <Link to={step.to} className={styles.link} aria-current={step === ownStep ? 'page' : undefined}>
                {step.name ?? step.kind}
              </Link>
              {index < steps.length - 1 && <UiIcon name="chevron-right" size={14} />}
            </li>
          ))}
        </ol>
      </nav>
      <nav className={styles.single} aria-label={t('breadcrumb')}>
        <Link to={back.to} className={styles.link}>
          <UiIcon name="chevron-left" size={20} />
          {back.to === homePath ? t('home') : t('back_to', { name: back.name ?? back.kind })}
        </Link>
      </nav>
      <HandoverLink />
    </div>
  );
}

/** Beside the breadcrumb of a ward, where it takes no space from the rooms and the alerts. */
function HandoverLink() {
  const { t } = useTranslation();
  const { isMissing } = useSelection();
  const match = matchPath(wardPattern, useLocation().pathname);
  if (match === null || isMissing) return null;
  return (
    <Link to={handoverPathOf(match.params)} className={styles.handover}>
      {t('handover')}
    </Link>
  );
}

function useSteps(): readonly Step[] {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { clientUuid, locationUuid, wardUuid } = placeOfPath(pathname);
  const { client, location, ward, isMissing } = useSelection();
  const steps: Step[] = [{ to: homePath, name: t('home'), kind: t('home') }];
  const ownPage = useOwnPageName(pathname);
  if (matchPath(managePattern, pathname) !== null)
    return [...steps, { to: managePath, name: t('manage'), kind: t('manage') }];
  if (ownPage !== undefined) return [...steps, { to: pathname, name: ownPage, kind: ownPage }];
  // Leaves out a place that does not exist, because its link would lead to "page not found".
  if (clientUuid === undefined || isMissing) return steps;
  steps.push({ to: clientPathOf(clientUuid), name: client?.displayName, kind: t('clients.one') });
  if (locationUuid === undefined) return steps;
  steps.push({ to: locationPathOf(clientUuid, locationUuid), name: location?.displayName, kind: t('locations.one') });
  if (matchPath(allWardsPattern, pathname) !== null) {
    steps.push({ to: allWardsPathOf(clientUuid, locationUuid), name: t('wards.all'), kind: t('wards.all') });
  }
  if (wardUuid === undefined) return steps;
  steps.push({ to: wardPathOf(clientUuid, locationUuid, wardUuid), name: ward?.displayName, kind: t('wards.one') });
  const page = pagesOfWard.find(({ pattern }) => matchPath(pattern, pathname) !== null);
  return page === undefined ? steps : [...steps, { to: pathname, name: t(page.name), kind: t(page.name) }];
}

/** The name of a page of the user. Undefined: the page is another one. */
function useOwnPageName(pathname: string): string | undefined {
  const { t } = useTranslation();
  if (pathname === accountPath) return t('account');
  return pathname === phonesPath ? t('phones') : undefined;
}

/** The pages below the address of a ward. */
const pagesOfWard = [
  { pattern: walkTestPattern, name: 'walk_test' },
  { pattern: roomHistoryPattern, name: 'history' },
  { pattern: roomNightsPattern, name: 'history' },
  { pattern: wardHistoryPattern, name: 'history' },
  { pattern: handoverPattern, name: 'handover' },
] as const;
