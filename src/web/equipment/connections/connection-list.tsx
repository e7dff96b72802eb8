import { Link } from 'react-router';
import buttonStyles from '../../ui/button.module.css';
import { List, listIconClass, ListRow } from '../../ui/list/list.tsx';
import { PageNotice } from '../../ui/notice/page-notice.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import textStyles from '../../ui/text.module.css';
import { ManageIcon } from '../../administration/manage-icon.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import { type EquipmentState, presetsFor, type StoredConnection } from '../use-equipment.ts';
import { BrokerSection } from './broker.tsx';
import formStyles from '../../ui/form/form.module.css';

export function ConnectionList({ equipment }: { readonly equipment: EquipmentState }) {
  const { t } = useTexts();
  return (
    <Page title={t('equipment.title')}>
      <Section
        title={t('equipment.connections')}
        about={t('equipment.text')}
        actions={
          <Link to="/manage/equipment/new" className={buttonStyles.strong}>
            <ManageIcon name="add" size={20} />
            {t('equipment.add')}
          </Link>
        }
      >
        {equipment.connections.length === 0 && <PageNotice tone="none">{t('equipment.none')}</PageNotice>}
        <List>
          {equipment.connections.map((stored) => (
            <ConnectionRow key={stored.connection.name} equipment={equipment} stored={stored} />
          ))}
        </List>
      </Section>
      <BrokerSection equipment={equipment} />
    </Page>
  );
}

interface ConnectionRowProps {
  readonly equipment: EquipmentState;
  readonly stored: StoredConnection;
}

const maxMissingShown = 5;

function ConnectionRow({ equipment, stored }: ConnectionRowProps) {
  const { t } = useTexts();
  const { name, rooms, topic, preset } = stored.connection;
  const product = presetsFor(equipment, stored).find((one) => one.name === preset)?.product;
  const missing = equipment.missingRooms[name] ?? [];
  return (
    <ListRow
      icon={<ManageIcon name="equipment" className={listIconClass} />}
      name={name}
      to={`/manage/equipment/connection/${encodeURIComponent(name)}`}
    >
      <span className={textStyles.detail}>
        {product} · <code>{topic}</code>
      </span>
      <span className={textStyles.detail}>{t('equipment.room_count', { count: rooms.length })}</span>
      {missing.length > 0 && (
        <span className={formStyles.error}>{t('equipment.rooms_missing', { rooms: shortList(missing) })}</span>
      )}
    </ListRow>
  );
}

function shortList(names: readonly string[]): string {
  return [...names.slice(0, maxMissingShown), ...(names.length > maxMissingShown ? ['…'] : [])].join(', ');
}
