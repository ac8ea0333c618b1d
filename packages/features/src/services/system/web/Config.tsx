// The vehicle's settings: how often it logs, and the kilometres to add to its odometer. Only its owner's editors change them.
import { mutation, query } from '@flotta/ui/api.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Alert, Button, Group, NumberInput, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { logIntervals, one, setKmOffset, setLogInterval, type Vehicle } from '../../../vehicles/contract.ts'
import shared from '../../panel.module.css'

const OFFSET_MAX = 5_000_000

export function Config({ vehicle }: { readonly vehicle: Vehicle }) {
  const { t } = useTranslation()
  const mayEdit = useMay(setLogInterval)
  const locked = !vehicle.owned ? t('system.locked_owner') : !mayEdit ? t('system.locked_role') : null
  return (
    <>
      {locked !== null && (
        <Alert m="sm" variant="light" color="gray" icon={<IconLock size={16} />}>
          {locked}
        </Alert>
      )}
      <LogInterval vehicle={vehicle} disabled={locked !== null} />
      <KmOffset vehicle={vehicle} disabled={locked !== null} />
    </>
  )
}

function LogInterval({ vehicle, disabled }: { readonly vehicle: Vehicle; readonly disabled: boolean }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { queryKey } = query(one, { params: { id: vehicle.id } })
  const { mutate } = useMutation({
    ...mutation(setLogInterval),
    // The choice shows at once and goes back if it is refused.
    onMutate: async ({ body }) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, old => old && { ...old, log_interval: body.value })
      return before
    },
    onError: (error, _, before) => {
      client.setQueryData(queryKey, before)
      toast.failed(error)
    },
    onSuccess: saved => client.setQueryData(queryKey, saved),
  })
  const known = logIntervals.find(seconds => seconds === vehicle.log_interval)
  return (
    <div className={shared.section}>
      <Title order={3} id="log-interval">
        {t('system.log_interval')}
      </Title>
      <Text className={shared.quiet} mb="sm">
        {t('system.log_interval_text')}
      </Text>
      <SegmentedControl
        fullWidth
        aria-labelledby="log-interval"
        disabled={disabled}
        value={known === undefined ? '' : String(known)}
        data={logIntervals.map(seconds => ({ value: String(seconds), label: formatNumber(seconds / 60, { unit: 'min' }) }))}
        onChange={chosen => {
          const value = logIntervals.find(seconds => String(seconds) === chosen)
          if (value !== undefined) mutate({ params: { id: vehicle.id }, body: { value } })
        }}
      />
    </div>
  )
}

function KmOffset({ vehicle, disabled }: { readonly vehicle: Vehicle; readonly disabled: boolean }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [draft, setDraft] = useState<number | string | null>(null)
  const { mutate, isPending } = useMutation({
    ...mutation(setKmOffset),
    onError: error => toast.failed(error),
    onSuccess: saved => {
      client.setQueryData(query(one, { params: { id: vehicle.id } }).queryKey, saved)
      setDraft(null)
      toast.success(t('system.saved'))
    },
  })
  const wanted = typeof draft === 'number' && Number.isInteger(draft) ? draft : null
  return (
    <div className={shared.section}>
      <Title order={3}>{t('system.km_offset')}</Title>
      <Text className={shared.quiet} mb="sm">
        {t('system.km_offset_text')}
      </Text>
      {draft === null ? (
        <Group justify="space-between">
          <Text fw={550}>{formatNumber(vehicle.km_offset, { unit: 'km' })}</Text>
          <Button variant="default" disabled={disabled} onClick={() => setDraft(vehicle.km_offset)}>
            {t('system.change')}
          </Button>
        </Group>
      ) : (
        <Stack gap="sm">
          <NumberInput
            autoFocus
            aria-label={t('system.km_offset')}
            suffix=" km"
            allowDecimal={false}
            min={-OFFSET_MAX}
            max={OFFSET_MAX}
            value={draft}
            onChange={setDraft}
            error={wanted === null ? t('system.km_offset_whole') : null}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => setDraft(null)}>
              {t('ui.cancel')}
            </Button>
            <Button
              loading={isPending}
              disabled={wanted === null || wanted === vehicle.km_offset}
              onClick={() => wanted !== null && mutate({ params: { id: vehicle.id }, body: { km_offset: wanted } })}
            >
              {t('system.save')}
            </Button>
          </Group>
        </Stack>
      )}
    </div>
  )
}
