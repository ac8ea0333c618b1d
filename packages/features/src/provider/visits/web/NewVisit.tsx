// Opens a visit: which company, why, and for how long. The company can read the reason at once.
import { ApiError, call, messageOf } from '@flotta/ui/api.ts'
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { Alert, Select, Stack, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CompanyPicker } from '../../area/web/CompanyPicker.tsx'
import { openVisit, type ProvidedVisit } from '../contract.ts'

/** Minutes. */
const DURATIONS = [15, 60, 240, 480] as const

export function NewVisit({
  onClose,
  onOpen,
}: {
  readonly onClose: () => void
  readonly onOpen: (visit: ProvidedVisit) => void
}) {
  const { t } = useTranslation()
  const [company, setCompany] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const [minutes, setMinutes] = useState<number>(60)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (customer_id: number) =>
      call(openVisit, { body: { customer_id, reason, minutes } }),
    onSuccess: onOpen,
  })
  const faults = error instanceof ApiError ? error.fields : {}
  return (
    <Dialog onClose={onClose} title={t('area.open_visit')}>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (company !== null) mutate(company)
        }}
      >
        <Stack>
          <CompanyPicker value={company} onChange={setCompany} error={faults.customer_id?.[0]} />
          <Textarea
            label={t('privacy.reason')}
            description={t('area.visit_reason_text')}
            value={reason}
            onChange={event => setReason(event.currentTarget.value)}
            error={faults.reason?.[0]}
            maxLength={500}
            rows={3}
          />
          <Select
            label={t('area.visit_minutes')}
            value={String(minutes)}
            allowDeselect={false}
            data={DURATIONS.map(value => ({
              value: String(value),
              label: t(`area.minutes.${value}`),
            }))}
            onChange={value => setMinutes(Number(value))}
          />
          {error !== null && Object.keys(faults).length === 0 && (
            <Alert color="red">{messageOf(error)}</Alert>
          )}
          <FormButtons
            label={t('area.open_visit')}
            isPending={isPending}
            disabled={company === null}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
