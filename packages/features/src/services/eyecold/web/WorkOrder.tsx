// The work order: its number and temperature. Editors of the owner write and remove it; it is not sent to the device.
import { call, query } from '@flotta/ui/api.ts'
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { Stat } from '@flotta/ui/Stat.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { Button, TextInput, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import shared from '../../panel.module.css'
import { type ColdData, data, setOdlNum, setOdlT1 } from '../contract.ts'
import { clampSetpoint, SETPOINT_MAX, SETPOINT_MIN } from '../rules.ts'
import classes from './eyecold.module.css'

type Order = Pick<ColdData, 'odl_num' | 'odl_t1'>

/** Writes the work order; the cached vehicle shows it at once. */
function useSaveOrder(vehicle: Vehicle) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { queryKey } = query(data, { params: { id: vehicle.id } })
  const show = (order: Order) => client.setQueryData(queryKey, old => old && { ...old, ...order })
  const { mutate } = useMutation({
    mutationFn: async ({ next, before }: { readonly next: Order; readonly before: Order }) => {
      const params = { id: vehicle.id }
      if (next.odl_num !== before.odl_num)
        await call(setOdlNum, { params, body: { value: next.odl_num } })
      if (next.odl_t1 !== before.odl_t1)
        await call(setOdlT1, { params, body: { value: next.odl_t1 } })
    },
    onMutate: async ({ next }) => {
      await client.cancelQueries({ queryKey })
      show(next)
    },
    onError: (error, { before }) => {
      show(before)
      toast.failed(error)
      void client.invalidateQueries({ queryKey })
    },
    onSuccess: (_, { next, before }) =>
      toast.saved(t('eyecold.odl_saved', { plate: vehicle.plate }), () =>
        mutate({ next: before, before: next }),
      ),
  })
  return mutate
}

interface WorkOrderProps {
  readonly vehicle: Vehicle
  readonly cold: ColdData
}
export function WorkOrder({ vehicle, cold }: WorkOrderProps) {
  const { t } = useTranslation()
  const may = useMay(setOdlNum) && vehicle.owned
  const [isEditing, setEditing] = useState(false)
  const save = useSaveOrder(vehicle)
  const { odl_num, odl_t1 } = cold
  return (
    <section className={shared.section} aria-label={t('eyecold.odl')}>
      <div className={classes.head}>
        <Title order={3}>{t('eyecold.odl')}</Title>
        {may && !isEditing && (
          <Button variant="subtle" size="compact-sm" onClick={() => setEditing(true)}>
            {t('eyecold.edit_odl')}
          </Button>
        )}
      </div>
      {isEditing ? (
        <OrderForm
          order={{ odl_num, odl_t1 }}
          onClose={() => setEditing(false)}
          onSave={next => {
            if (next.odl_num !== odl_num || next.odl_t1 !== odl_t1)
              save({ next, before: { odl_num, odl_t1 } })
            setEditing(false)
          }}
        />
      ) : (
        <div className={shared.grid}>
          <Stat label={t('eyecold.odl_num')} value={odl_num} why={t('eyecold.no_odl')} />
          <Stat
            label={t('eyecold.odl_t1')}
            value={odl_t1}
            unit="°C"
            decimals={1}
            why={t('eyecold.no_odl')}
          />
        </div>
      )}
    </section>
  )
}

interface OrderFormProps {
  readonly order: Order
  readonly onSave: (order: Order) => void
  readonly onClose: () => void
}
function OrderForm({ order, onSave, onClose }: OrderFormProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(order)
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        onSave({ odl_num: draft.odl_num?.trim() || null, odl_t1: draft.odl_t1 })
      }}
    >
      <div className={shared.grid}>
        <TextInput
          autoFocus
          label={t('eyecold.odl_num')}
          maxLength={50}
          value={draft.odl_num ?? ''}
          onChange={event => setDraft({ ...draft, odl_num: event.currentTarget.value })}
        />
        <NumberField
          label={t('eyecold.odl_t1')}
          suffix=" °C"
          min={SETPOINT_MIN}
          max={SETPOINT_MAX}
          step={1}
          value={draft.odl_t1 ?? ''}
          onChange={value =>
            setDraft({
              ...draft,
              odl_t1: typeof value === 'number' ? clampSetpoint(value) : null,
            })
          }
        />
      </div>
      <FormButtons label={t('eyecold.save')} onCancel={onClose} mt="sm" />
    </form>
  )
}
