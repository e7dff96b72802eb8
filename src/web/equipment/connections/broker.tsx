import { useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { PageNotice } from '../../ui/notice/page-notice.tsx';
import { Section } from '../../ui/page/section.tsx';
import { FormDialog } from '../../administration/dialog/form-dialog.tsx';
import { TextField } from '../../administration/form/text-field.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import { type EquipmentState, useEquipmentCalls, useIsBrokerDown } from '../use-equipment.ts';

/** Shows the MQTT broker from which messages come, and edits the address of an external one. */
export function BrokerSection({ equipment: { broker, embeddedPort } }: { readonly equipment: EquipmentState }) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const { address, user, hasPassword, isFixed } = broker;
  const password = t(hasPassword ? 'equipment.broker.set' : 'equipment.broker.unset');
  return (
    <Section
      title={t('equipment.broker.title')}
      about={isFixed ? t('equipment.broker.fixed') : undefined}
      actions={!isFixed && <Button onClick={() => setIsOpen(true)}>{t('equipment.broker.change')}</Button>}
    >
      {address === null && embeddedPort === null && <PageNotice tone="none">{t('equipment.broker_none')}</PageNotice>}
      {address !== null && <ExternalBroker address={address} />}
      {address !== null && !isFixed && (
        <p>{t('equipment.broker.login', { user: user ?? t('equipment.broker.unset'), password })}</p>
      )}
      {embeddedPort !== null && <p>{t('equipment.broker_embedded', { port: String(embeddedPort) })}</p>}
      {isOpen && <BrokerDialog broker={broker} onClose={() => setIsOpen(false)} />}
    </Section>
  );
}

/** Says that messages come from the broker, or that the server is not connected to it. */
function ExternalBroker({ address }: { readonly address: string }) {
  const { t } = useTexts();
  if (!useIsBrokerDown()) return <p>{t('equipment.broker_external', { address })}</p>;
  return (
    <PageNotice tone="problem" isAlert>
      {t('status.finding.broker-down')}: {address}
    </PageNotice>
  );
}

interface BrokerDialogProps extends Pick<EquipmentState, 'broker'> {
  readonly onClose: () => void;
}

function BrokerDialog({ broker, onClose }: BrokerDialogProps) {
  const { t } = useTexts();
  const { changeBroker } = useEquipmentCalls();
  // The broker when the form was opened. The server refuses the change if another user has changed the broker since.
  const [opened] = useState(broker);
  const [address, setAddress] = useState(opened.address ?? '');
  const [user, setUser] = useState(opened.user ?? '');
  const [password, setPassword] = useState('');
  const isDirty = address !== (opened.address ?? '') || user !== (opened.user ?? '') || password !== '';
  const isRemoved = address.trim() === '';
  const save = () =>
    changeBroker({
      version: opened.version,
      address: isRemoved ? null : address.trim(),
      user: isRemoved || user === '' ? null : user,
      ...(password !== '' && { password }),
    });
  return (
    <FormDialog
      title={t('equipment.broker.title')}
      isDirty={isDirty}
      savedText={t(isRemoved ? 'equipment.broker.removed' : 'equipment.broker.saved')}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        name="address"
        label={t('equipment.broker.address')}
        hint={t('equipment.broker.address_hint', { example: 'mqtts://broker.example.org:8883' })}
        value={address}
        onChange={setAddress}
      />
      <TextField name="user" label={t('equipment.broker.user')} value={user} onChange={setUser} />
      <TextField
        name="password"
        type="password"
        label={t('equipment.broker.password')}
        hint={opened.hasPassword ? t('equipment.broker.password_hint') : undefined}
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
      />
    </FormDialog>
  );
}
