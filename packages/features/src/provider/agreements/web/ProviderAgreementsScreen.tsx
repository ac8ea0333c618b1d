// Every agreement of the installation: which company holds which service on which vehicle.
import { DayInput } from '@flotta/ui/DayInput.tsx'
import type { CardKind } from '@flotta/ui/resource/card-kind.ts'
import { HeadedCard } from '@flotta/ui/resource/HeadedCard.tsx'
import { ListScreen } from '@flotta/ui/resource/ListScreen.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconFileCertificate } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { agreementIds } from '../../../fleet/agreements/contract.ts'
import { CompanyPicker } from '../../area/web/CompanyPicker.tsx'
import { listWords } from '../../area/web/list-words.ts'
import { type PickedVehicle, VehiclePicker } from '../../area/web/VehiclePicker.tsx'
import { agreements } from '../contract.ts'

interface Values {
  readonly vehicle: PickedVehicle | null
  readonly customer_id: number | null
  readonly agreement_id: string | null
  /** '' for no end. */
  readonly ends: string
}

export default function ProviderAgreementsScreen() {
  const { t } = useTranslation()
  const kind = useKind()
  return (
    <ListScreen
      kind={kind}
      mayEdit
      icon={IconFileCertificate}
      words={listWords(t, 'agreement')}
      card={card => (
        <HeadedCard
          {...card}
          headOf={a => ({
            name: `${a.plate} · ${t(`agreements.name.${a.agreement_id}`)}`,
            facts: [
              a.customer_name,
              `${formatDateTime(a.active_from, 'date')} – ${
                a.active_to === null ? t('area.no_end') : formatDateTime(a.active_to, 'date')
              }`,
            ],
          })}
        />
      )}
    />
  )
}

function useKind(): CardKind<typeof agreements, Values> {
  const { t } = useTranslation()
  return {
    resource: agreements,
    nameOf: a => `${a.plate} · ${t(`agreements.name.${a.agreement_id}`)}`,
    labels: { agreement_id: t('area.service') },
    removing: t('area.removing_agreement'),
    toForm: a => ({
      vehicle: a === null ? null : { id: a.vehicle_id, plate: a.plate },
      customer_id: a?.customer_id ?? null,
      agreement_id: a === null ? null : String(a.agreement_id),
      ends: a?.active_to?.slice(0, 10) ?? '',
    }),
    // the server's errors appear at the fields
    schema: z.object({}),
    toBody: ({ vehicle, customer_id, agreement_id, ends }, a) => ({
      active_to: ends === '' ? null : new Date(ends).toISOString(),
      ...(a === null && {
        vehicle_id: vehicle?.id,
        agreement_id: agreement_id === null ? undefined : Number(agreement_id),
        ...(customer_id !== null && { customer_id }),
      }),
    }),
    fields: (form, a) => (
      <>
        {a === null && <Fields form={form} />}
        <DayInput
          label={t('area.to')}
          value={form.values.ends}
          onChange={day => form.setFieldValue('ends', day)}
          error={form.errors.active_to}
          clearable
        />
      </>
    ),
  }
}

function Fields({ form }: { readonly form: UseFormReturnType<Values> }) {
  const { t } = useTranslation()
  return (
    <>
      <VehiclePicker
        value={form.values.vehicle}
        onChange={vehicle => form.setFieldValue('vehicle', vehicle)}
        error={form.errors.vehicle_id}
      />
      <Select
        {...form.getInputProps('agreement_id')}
        label={t('area.service')}
        searchable
        data={agreementIds.map(id => ({
          value: String(id),
          label: t(`agreements.name.${id}`),
        }))}
      />
      <CompanyPicker
        value={form.values.customer_id}
        onChange={id => form.setFieldValue('customer_id', id)}
        error={form.errors.customer_id}
        clearable
      />
    </>
  )
}
