import { Route, Routes, useParams } from 'react-router';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { LoadState } from '../shell/load-state.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { ConnectionList } from './connections/connection-list.tsx';
import { ConnectionEditor } from './editor/connection-editor.tsx';
import { type EquipmentState, useEquipment } from './use-equipment.ts';

/** The connections to products, and one of them with what arrives from it. */
export function EquipmentPage() {
  const { t } = useTexts();
  const equipment = useEquipment();
  if (equipment.data === undefined) return <LoadState queries={[equipment]} title={t('shell.loading')} />;
  return (
    <Routes>
      <Route index element={<ConnectionList equipment={equipment.data} />} />
      <Route path="new" element={<ConnectionEditor equipment={equipment.data} connection={undefined} />} />
      <Route path="connection/:name" element={<KnownConnection equipment={equipment.data} />} />
      <Route path="*" element={<EmptyState icon="warning" text={t('shell.not_found')} />} />
    </Routes>
  );
}

function KnownConnection({ equipment }: { readonly equipment: EquipmentState }) {
  const { t } = useTexts();
  const { name } = useParams();
  const connection = equipment.connections.find((one) => one.name === name);
  if (connection === undefined) return <EmptyState icon="warning" text={t('shell.not_found')} />;
  return <ConnectionEditor key={name} equipment={equipment} connection={connection} />;
}
