// What was done, written down: the sort among those that are open, the day, and the counters that it is counted by.
import { mutation } from '@flotta/ui/api.ts'
import { now } from '@flotta/ui/clock.ts'
import { DayInput } from '@flotta/ui/DayInput.tsx'
import { dayOf } from '@flotta/ui/day.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { fieldErrors, zodForm } from '@flotta/ui/zod-form.ts'
import { Button, Group, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { numbers } from '../../../costs/web/words.ts'
import type { Vehicle } from '../../../vehicles/contract.ts'
import { add, type Data, EntryForm } from '../contract.ts'
import { type Care, fieldsOf } from '../rules.ts'
import { useRefresh } from './useEyeservice.ts'

interface Props {
  readonly vehicle: Vehicle
  readonly data: Data
  readonly cares: readonly Care[]
  readonly onClose: () => void
}
/** What the counter of a sort shows now, for who writes it down on the day itself. */
const hoursNow = ({ hours }: Care, data: Data): number | '' => (hours?.counter === 'fridge' ? data.fridge_hours : data.hours) ?? ''

export function AddMaintenance({ vehicle, data, cares, onClose }: Props) {
  const { t } = useTranslation()
  const refresh = useRefresh(vehicle.id)
  const today = dayOf(now())
  const [first] = cares
  const form = useForm({
    initialValues: {
      type: first?.type ?? 0,
      date: today,
      subtype: '',
      hours: first === undefined ? ('' as const) : hoursNow(first, data),
      km: (data.km === null ? '' : Math.round(data.km)) as number | '',
    },
    validate: zodForm(EntryForm),
  })
  const care = cares.find(c => c.type === form.values.type)
  const shown = care === undefined ? { hours: false, km: false } : fieldsOf(care, data.config)
  const save = useMutation({
    ...mutation(add),
    meta: { quiet: true },
    async onSuccess(saved) {
      toast.saved(t('eyeservice.added', { name: t(`eyeservice.type.${saved.type}`) }))
      onClose()
      await refresh()
    },
    onError(error) {
      form.setErrors(fieldErrors(error) ?? {})
      toast.failed(error)
    },
  })
  return (
    <form
      noValidate
      aria-label={t('eyeservice.add')}
      onSubmit={form.onSubmit(({ hours, km, ...values }) =>
        save.mutate({ params: { id: vehicle.id }, body: { ...values, hours: shown.hours ? hours : null, km: shown.km ? km : null } as never }),
      )}
    >
      <Stack gap="sm">
        <Select
          data-autofocus
          label={t('eyeservice.what')}
          allowDeselect={false}
          data={cares.map(({ type }) => ({ value: String(type), label: t(`eyeservice.type.${type}`) }))}
          value={String(form.values.type)}
          onChange={chosen => {
            const next = cares.find(c => String(c.type) === chosen)
            if (next !== undefined) form.setValues({ type: next.type, hours: form.values.date === today ? hoursNow(next, data) : '' })
          }}
        />
        <DayInput
          label={t('eyeservice.date')}
          clearable={false}
          maxDate={today}
          value={form.values.date}
          onChange={date => form.setFieldValue('date', date)}
          error={form.errors.date}
        />
        <TextInput
          {...form.getInputProps('subtype')}
          label={t('eyeservice.subtype')}
          placeholder={t('eyeservice.subtype_hint')}
          maxLength={100}
          autoComplete="off"
        />
        {(shown.hours || shown.km) && (
          <SimpleGrid cols={2} spacing="sm">
            {shown.km && <NumberInput {...form.getInputProps('km')} {...numbers()} label={t('eyeservice.km')} suffix=" km" decimalScale={1} />}
            {shown.hours && <NumberInput {...form.getInputProps('hours')} {...numbers()} label={t('eyeservice.hours')} suffix=" h" decimalScale={1} />}
          </SimpleGrid>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={save.isPending}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('eyeservice.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
