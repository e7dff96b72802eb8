import { Link } from 'react-router';
import buttonStyles from '../../../ui/button.module.css';
import { UiIcon } from '../../../ui/icons/icons.tsx';
import { errorText } from '../../shell/form/reason-text.ts';
import { ManageIcon } from '../../shell/manage-icon.tsx';
import { Page } from '../../shell/page.tsx';
import pageStyles from '../../shell/page.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import { RoomActivity } from '../activity/room-activity.tsx';
import { PresetIcon } from '../presets/wiring.tsx';
import { type Connection, type EquipmentState, presetOf } from '../use-equipment.ts';
import { EquipmentFile } from './equipment-file.tsx';
import styles from './connections.module.css';

export function ConnectionList({ equipment }: { readonly equipment: EquipmentState }) {
  const { t } = useTexts();
  const { brokers, connections, problems, readOnlyReason } = equipment;
  return (
    <Page title={t('equipment.title')}>
      <section className={pageStyles.section} aria-labelledby="connections">
        <div className={pageStyles.head}>
          <h2 id="connections" className={pageStyles.heading}>
            {t('equipment.connections')}
          </h2>
          {readOnlyReason === null && problems.length === 0 && (
            <Link to="/manage/equipment/new" className={buttonStyles.strong}>
              <ManageIcon name="add" className={buttonStyles.icon} />
              {t('equipment.add')}
            </Link>
          )}
        </div>
        <p className={pageStyles.text}>{t('equipment.text')}</p>
        <BrokerLine brokers={brokers} />
        {problems.length > 0 && <Problems problems={problems} />}
        {problems.length === 0 && connections.length === 0 && <p className={pageStyles.none}>{t('equipment.none')}</p>}
        <ul className={pageStyles.list}>
          {connections.map((connection) => (
            <ConnectionRow key={connection.name} equipment={equipment} connection={connection} />
          ))}
        </ul>
      </section>
      <RoomActivity />
      <EquipmentFile equipment={equipment} />
    </Page>
  );
}

function BrokerLine({ brokers: { external, embeddedPort } }: Pick<EquipmentState, 'brokers'>) {
  const { t } = useTexts();
  const lines = [
    ...(external === null ? [] : [t('equipment.broker_external', { address: external })]),
    ...(embeddedPort === null ? [] : [t('equipment.broker_embedded', { port: String(embeddedPort) })]),
  ];
  return <p className={pageStyles.text}>{lines.length === 0 ? t('equipment.broker_none') : lines.join(' ')}</p>;
}

function Problems({ problems }: Pick<EquipmentState, 'problems'>) {
  const { t } = useTexts();
  return (
    <div className={pageStyles.problem}>
      <p>{t('equipment.file_wrong')}</p>
      <ul className={styles.problems}>
        {problems.map((problem) => (
          <li key={`${problem.field} ${problem.reason}`}>{errorText(problem, t)}</li>
        ))}
      </ul>
    </div>
  );
}

interface ConnectionRowProps {
  readonly equipment: EquipmentState;
  readonly connection: Connection;
}

function ConnectionRow({ equipment, connection }: ConnectionRowProps) {
  const { t } = useTexts();
  const { name, rooms, topic } = connection;
  const preset = presetOf(equipment, connection);
  return (
    <li>
      <Link to={`/manage/equipment/connection/${encodeURIComponent(name)}`} className={pageStyles.row}>
        <PresetIcon preset={preset?.name} className={styles.icon} />
        <span className={pageStyles.words}>
          <span className={pageStyles.name}>{name}</span>
          <span className={pageStyles.detail}>
            {preset?.product ?? connection.presetFile} · <code>{topic}</code>
          </span>
          <span className={pageStyles.detail}>{t('equipment.room_count', { count: rooms.length })}</span>
        </span>
        <UiIcon name="chevron-right" className={styles.chevron} />
      </Link>
    </li>
  );
}
