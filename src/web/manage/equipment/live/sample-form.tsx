import { useState } from 'react';
import { equipmentEndpoints } from '../../../../contract/manage/equipment.ts';
import { useApi } from '../../../api/api-client.tsx';
import { ManageForm } from '../../shell/form/manage-form.tsx';
import { TextField } from '../../shell/form/text-field.tsx';
import pageStyles from '../../shell/page.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import { LinesField } from '../editor/lines-field.tsx';
import type { Connection } from '../use-equipment.ts';
import { ExplanationView } from './explanation-view.tsx';
import type { Explanation } from './use-live-messages.ts';

/** Explains a message that the user pastes. */
export function SampleForm({ connection }: { readonly connection: Connection }) {
  const { t } = useTexts();
  const api = useApi();
  const [typed, setTopic] = useState<string>();
  const [payload, setPayload] = useState('');
  const [explained, setExplained] = useState<{ readonly sent: string; readonly explanation: Explanation }>();
  const topic = typed ?? (connection.topic === '' ? '' : `${connection.topic}/`);
  const body = { topic, payload, connection };
  const sent = JSON.stringify(body);
  const explain = async () => {
    const explanation = await api.call(equipmentEndpoints.explainMessage, { body, maxAttempts: 1 });
    setExplained({ sent, explanation });
  };
  return (
    <section className={pageStyles.panel} aria-labelledby="sample">
      <h2 id="sample" className={pageStyles.heading}>
        {t('equipment.sample.title')}
      </h2>
      <p className={pageStyles.text}>{t('equipment.sample.text')}</p>
      <ManageForm submitLabel={t('equipment.sample.submit')} onSubmit={explain}>
        <TextField name="topic" label={t('equipment.sample.topic')} value={topic} onChange={setTopic} isRequired />
        <LinesField
          name="payload"
          label={t('equipment.sample.message')}
          value={payload}
          onChange={setPayload}
          rows={4}
        />
      </ManageForm>
      {/* An explanation of another message or form would be wrong. */}
      <div role="status">{explained?.sent === sent && <ExplanationView explanation={explained.explanation} />}</div>
    </section>
  );
}
