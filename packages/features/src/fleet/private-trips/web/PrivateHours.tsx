// The private hours of the week: a line of text, and a dialog that sets them from now on.
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { FormError } from '@flotta/ui/FormError.tsx'
import { HoursInput } from '@flotta/ui/HoursInput.tsx'
import { hoursOf, hoursText, type Span, spansOf } from '@flotta/ui/hours.ts'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Button, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconLock, IconPencil } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PrivateHours as HoursSet } from '../contract.ts'
import classes from './privatetrips.module.css'

/** Before and after work, and the whole weekend: what most company cars begin with. */
const usualHours = [
  { days: [1, 2, 3, 4, 5], from: '18:00', to: '08:00' },
  { days: [6, 7], from: '00:00', to: '24:00' },
]

export interface PrivateHoursProps {
  readonly set: HoursSet
  /** For a vehicle: the hours of its company, which hold while the vehicle has none of its own. */
  readonly company?: HoursSet | undefined
  readonly mayEdit: boolean
  readonly onSave: (hours: HoursSet['hours']) => Promise<unknown>
}
export function PrivateHours({ set, company, mayEdit, onSave }: PrivateHoursProps) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const { hours, changed_at, changed_by } = set
  const holding = hours ?? company?.hours ?? []
  const hoursLabel = holding.length === 0 ? t('private_trips.never') : hoursText(holding, t)
  return (
    <div className={classes.line}>
      <IconLock size={18} stroke={1.6} aria-hidden className={classes.icon ?? ''} />
      <div className={classes.words}>
        <span>
          {company !== undefined && hours === null
            ? `${t('private_trips.as_company')}: ${hoursLabel}`
            : hoursLabel}
        </span>
        {changed_at !== null && (
          <span className={classes.quiet}>
            {changed_by === null
              ? t('private_trips.since', { at: formatDateTime(changed_at) })
              : t('private_trips.since_by', { at: formatDateTime(changed_at), name: changed_by })}
          </span>
        )}
      </div>
      {mayEdit && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => setEditing(true)}
        >
          {t('private_trips.change')}
        </Button>
      )}
      <Dialog opened={editing} onClose={() => setEditing(false)} title={t('private_trips.hours')}>
        {editing && (
          <HoursForm
            set={set}
            company={company}
            onSave={onSave}
            onClose={() => setEditing(false)}
          />
        )}
      </Dialog>
    </div>
  )
}

type Mode = 'company' | 'never' | 'own'
const modeOf = ({ hours }: PrivateHoursProps['set']): Mode =>
  hours === null ? 'company' : hours.length === 0 ? 'never' : 'own'
const areComplete = (spans: readonly Span[]): boolean =>
  spans.length > 0 &&
  spans.every(({ days, from, to }) => days.length > 0 && from !== '' && to !== '')

type HoursFormProps = Pick<PrivateHoursProps, 'set' | 'company' | 'onSave'> & {
  readonly onClose: () => void
}
function HoursForm({ set, company, onSave, onClose }: HoursFormProps) {
  const { t } = useTranslation()
  const [mode, setMode] = useState<Mode>(() => modeOf(set))
  const [spans, setSpans] = useState<readonly Span[]>(() =>
    spansOf(set.hours === null || set.hours.length === 0 ? usualHours : set.hours),
  )
  const [error, setError] = useState<string>()
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: () => onSave(mode === 'company' ? null : mode === 'never' ? [] : hoursOf(spans)),
    onSuccess() {
      toast.saved(t('private_trips.saved'))
      onClose()
    },
  })
  const wrong = mode === 'own' && !areComplete(spans)
  return (
    <form
      noValidate
      aria-label={t('private_trips.hours')}
      onSubmit={e => {
        e.preventDefault()
        setError(wrong ? t('private_trips.wrong.hours') : undefined)
        if (!wrong) save.mutate()
      }}
    >
      <Stack gap="md">
        <FormError error={save.error} />
        <SegmentedControl
          fullWidth
          aria-label={t('private_trips.hours')}
          data={[
            ...(company === undefined
              ? []
              : [{ value: 'company', label: t('private_trips.mode.company') }]),
            { value: 'never', label: t('private_trips.mode.never') },
            { value: 'own', label: t('private_trips.mode.own') },
          ]}
          value={mode}
          onChange={value => setMode(value as Mode)}
        />
        {mode === 'own' && (
          <HoursInput
            value={spans}
            error={error}
            usual={usualHours[0] ?? { days: [1], from: '18:00', to: '08:00' }}
            onChange={setSpans}
          />
        )}
        <Text size="sm" c="dimmed">
          {t('private_trips.from_now', { timezone: set.timezone })}
        </Text>
        <FormButtons
          label={t('private_trips.save')}
          onCancel={onClose}
          isPending={save.isPending}
        />
      </Stack>
    </form>
  )
}
