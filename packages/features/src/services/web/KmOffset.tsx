// Corrects a vehicle's kilometres: an offset is added to those of the device. A toast confirms it and offers to undo it.
import { mutation, query } from '@flotta/ui/api.ts'
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { showRefusal } from '@flotta/ui/show-refusal.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setKmOffset, type Vehicle, vehicleById } from '../../fleet/vehicles/contract.ts'
import shared from '../panel.module.css'
import { type KmWhileInvalid, parseKm, shownKm } from './km.ts'

const OFFSET_MAX = 5_000_000
const formatKm = (km: number | null) => formatNumber(km, { unit: 'km' })

export interface KmOffsetProps {
  readonly vehicle: Vehicle
  readonly disabled: boolean
  readonly whileInvalid?: KmWhileInvalid
}
export function KmOffset({ vehicle, disabled, whileInvalid = 'own' }: KmOffsetProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const { mutate, isPending } = useMutation({
    ...mutation(setKmOffset),
    meta: { quiet: true },
    onMutate: () => vehicle.km_offset,
    onSuccess: (vehicleAfter, _, before) => {
      client.setQueryData(query(vehicleById, { params: { id: vehicle.id } }).queryKey, vehicleAfter)
      setEditing(false)
      toast.saved(
        t('system.km_offset_saved', {
          plate: vehicleAfter.plate,
          value: formatKm(vehicleAfter.km_offset),
        }),
        () => change(before),
      )
    },
    onError: showRefusal,
  })
  const change = (km_offset: number) => mutate({ params: { id: vehicle.id }, body: { km_offset } })
  return (
    <section className={shared.section} aria-label={t('system.km_offset')}>
      <Title order={3}>{t('system.km_offset')}</Title>
      <Text className={shared.quiet} mb="sm">
        {t('system.km_offset_text')}
      </Text>
      {!isEditing ? (
        <Group justify="space-between">
          <Text fw={550}>{formatKm(vehicle.km_offset)}</Text>
          <Button variant="default" disabled={disabled} onClick={() => setEditing(true)}>
            {t('system.change')}
          </Button>
        </Group>
      ) : (
        <OffsetForm
          vehicle={vehicle}
          whileInvalid={whileInvalid}
          isPending={isPending}
          onSave={change}
          onClose={() => setEditing(false)}
        />
      )}
    </section>
  )
}

interface OffsetFormProps {
  readonly vehicle: Vehicle
  readonly whileInvalid: KmWhileInvalid
  readonly isPending: boolean
  readonly onSave: (km_offset: number) => void
  readonly onClose: () => void
}
function OffsetForm({ vehicle, whileInvalid, isPending, onSave, onClose }: OffsetFormProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<number | string>(vehicle.km_offset)
  const newOffset = parseKm(draft)
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (newOffset === vehicle.km_offset) onClose()
        else if (newOffset !== null) onSave(newOffset)
      }}
    >
      <Stack gap="sm">
        <NumberField
          autoFocus
          aria-label={t('system.km_offset')}
          suffix=" km"
          min={-OFFSET_MAX}
          max={OFFSET_MAX}
          value={draft}
          onChange={setDraft}
          error={newOffset === null ? t('system.km_offset_whole') : null}
        />
        {vehicle.odometer !== null && (
          <Text size="sm" aria-live="polite">
            {t('system.km_offset_shown', {
              km: formatKm(Math.round(shownKm(vehicle, draft, whileInvalid) ?? 0)),
            })}
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            loading={isPending}
            disabled={newOffset === null || newOffset === vehicle.km_offset}
          >
            {t('system.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
