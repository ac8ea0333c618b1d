// Every vehicle of the installation: its data and equipment, never its position.
import type { CardKind } from '@flotta/ui/resource/card-kind.ts'
import { HeadedCard } from '@flotta/ui/resource/HeadedCard.tsx'
import { ListScreen } from '@flotta/ui/resource/ListScreen.tsx'
import { Button, Select, Switch, TextInput } from '@mantine/core'
import { IconPlus, IconTruck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { VehicleType } from '../../../fleet/vehicles/values.ts'
import { listWords } from '../../area/web/list-words.ts'
import { vehicles } from '../contract.ts'
import { ProvidedVehicle } from './ProvidedVehicle.tsx'

interface Values {
  readonly plate: string
  readonly serial: string
  readonly model: string
  readonly vehicle_type: VehicleType
  readonly retired: boolean
}

export default function ProviderVehiclesScreen() {
  const { t } = useTranslation()
  const kind = useKind()
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <ListScreen
        kind={kind}
        mayEdit
        full=""
        icon={IconTruck}
        words={listWords(t, 'vehicle')}
        tools={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {t('area.add_vehicle')}
          </Button>
        }
        columns={[
          { key: 'plate', label: t('vehicles.column.plate'), value: v => v.plate },
          { key: 'company', label: t('area.company'), value: v => v.customer_name, width: 1.4 },
          {
            key: 'type',
            label: t('vehicles.column.type'),
            value: v => t(`vehicles.type.${v.vehicle_type}`),
          },
          { key: 'model', label: t('vehicles.column.model'), value: v => v.model },
          { key: 'device', label: t('area.identifier'), value: v => v.device?.identifier ?? null },
        ]}
        card={card => (
          <HeadedCard
            {...card}
            headOf={v => ({
              name: v.plate,
              facts: [v.customer_name, v.device?.identifier, v.retired ? t('area.retired') : null],
            })}
          />
        )}
      />
      {isAdding && <ProvidedVehicle opened onClose={() => setAdding(false)} />}
    </>
  )
}

function useKind(): CardKind<typeof vehicles, Values> {
  const { t } = useTranslation()
  const labels = {
    plate: t('vehicles.column.plate'),
    serial: t('vehicles.column.serial'),
    model: t('vehicles.column.model'),
    vehicle_type: t('vehicles.column.type'),
  }
  return {
    resource: vehicles,
    nameOf: vehicle => vehicle.plate,
    labels,
    removing: t('area.removing_vehicle'),
    toForm: vehicle => ({
      plate: vehicle?.plate ?? '',
      serial: vehicle?.serial ?? '',
      model: vehicle?.model ?? '',
      vehicle_type: vehicle?.vehicle_type ?? 'V',
      retired: vehicle?.retired ?? false,
    }),
    fields: form => (
      <>
        {(['plate', 'serial', 'model'] as const).map(field => (
          <TextInput
            key={field}
            {...form.getInputProps(field)}
            label={labels[field]}
            autoComplete="off"
          />
        ))}
        <Select
          {...form.getInputProps('vehicle_type')}
          label={labels.vehicle_type}
          allowDeselect={false}
          data={VehicleType.options.map(value => ({ value, label: t(`vehicles.type.${value}`) }))}
        />
        <Switch
          label={t('area.retired')}
          checked={form.values.retired}
          onChange={e => form.setFieldValue('retired', e.currentTarget.checked)}
        />
      </>
    ),
  }
}
