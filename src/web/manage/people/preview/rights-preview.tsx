/** Says in words what somebody with certain groups or rights sees. The server asks the rules of all other calls. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { groupEndpoints } from '../../../../contract/manage/groups.ts';
import { useApi } from '../../../api/api-client.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import styles from './rights-preview.module.css';

type Preview = z.output<typeof groupEndpoints.previewRights.response>;
type PreviewRequest = z.input<typeof groupEndpoints.previewRights.body>;

interface RightsPreviewProps {
  readonly title: string;
  readonly request: PreviewRequest;
}

/** More places than somebody reads. */
const maxWards = 30;
/** A longer list would push the buttons of a dialog out of sight. */
const maxOpenWards = 6;

export function RightsPreview({ title, request }: RightsPreviewProps) {
  const { t } = useTexts();
  const { call } = useApi();
  const { data, error } = useQuery({
    queryKey: ['manage', 'people', 'preview', request],
    queryFn: ({ signal }) => call(groupEndpoints.previewRights, { body: request, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className={styles.preview} aria-label={title}>
      <h3 className={styles.previewTitle}>{title}</h3>
      <div aria-live="polite">
        {error !== null && <p>{t('shell.not_loaded')}</p>}
        {data !== undefined && <Seen preview={data} />}
      </div>
    </section>
  );
}

function Seen({ preview: { roles, roomCount, clients } }: { readonly preview: Preview }) {
  const { t } = useTexts();
  if (roles.length === 0) return <p>{t('people.sees_nothing')}</p>;
  const wardCount = clients.flatMap(({ locations }) => locations.flatMap(({ wards }) => wards)).length;
  return (
    <>
      <ul className={styles.may}>
        {roles.map((role) => (
          <li key={role}>{t(`people.role_may.${role}`)}</li>
        ))}
      </ul>
      <details open={wardCount <= maxOpenWards}>
        <summary className={styles.rooms}>{t('people.sees', { count: roomCount })}</summary>
        {wardCount > maxWards ? <Summary clients={clients} /> : <Tree clients={clients} />}
      </details>
    </>
  );
}

type Clients = Preview['clients'];

function Tree({ clients }: { readonly clients: Clients }) {
  const { t } = useTexts();
  return (
    <ul className={styles.tree}>
      {clients.map(({ uuid, displayName, locations }) => (
        <li key={uuid}>
          <bdi>{displayName}</bdi>
          <ul>
            {locations.map((location) => (
              <li key={location.uuid}>
                <bdi>{location.displayName}</bdi>
                <ul>
                  {location.wards.map((ward) => (
                    <li key={ward.uuid}>
                      <bdi>{ward.displayName}</bdi>
                      <span className={styles.count}> {t('people.rooms', { count: ward.roomCount })}</span>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** The clients with their numbers, for somebody who sees many wards. */
function Summary({ clients }: { readonly clients: Clients }) {
  const { t } = useTexts();
  return (
    <ul className={styles.tree}>
      {clients.map(({ uuid, displayName, locations }) => {
        const wards = locations.flatMap((location) => location.wards);
        const roomCount = wards.reduce((sum, ward) => sum + ward.roomCount, 0);
        return (
          <li key={uuid}>
            <bdi>{displayName}</bdi>
            <span className={styles.count}>
              {' '}
              {t('people.wards', { count: wards.length })}, {t('people.rooms', { count: roomCount })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
