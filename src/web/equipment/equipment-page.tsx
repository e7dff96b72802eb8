import { Route, Routes, useParams } from 'react-router';
import { EmptyState } from '../ui/status/empty-state.tsx';
import { LoadState } from '../administration/load-state.tsx';
import { useTexts } from '../administration/use-texts.ts';
import { ConnectionList } from './connections/connection-list.tsx';
import { ConnectionEditor } from './editor/connection-editor.tsx';
import { type EquipmentState, useEquipment } from './use-equipment.ts';

/** The page for connections: their list, and the page of one connection with its form and its messages. */
export function EquipmentPage() {
  const { t } = useTexts();
  const equipment = useEquipment();
  if (equipment.data === undefined) return <LoadState queries={[equipment]} title={t('shell.loading')} />;
  return (
    <Routes>
      <Route index element={<ConnectionList equipment={equipment.data} />} />
      <Route path="new" element={<ConnectionEditor equipment={equipment.data} stored={undefined} />} />
      <Route path="connection/:name" element={<KnownConnection equipment={equipment.data} />} />
      <Route path="*" element={<EmptyState icon="warning" text={t('shell.not_found')} />} />
    </Routes>
  );
}

function KnownConnection({ equipment }: { readonly equipment: EquipmentState }) {
  const { t } = useTexts();
  const { name } = useParams();
  const stored = equipment.connections.find(({ connection }) => connection.name === name);
  if (stored === undefined) return <EmptyState icon="warning" text={t('shell.not_found')} />;
  return <ConnectionEditor key={name} equipment={equipment} stored={stored} />;
}
