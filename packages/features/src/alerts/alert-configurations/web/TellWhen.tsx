// "Tell me when…" of an area: the button on its card, and the drawer that makes configurations limited to the area.
import type { AreaKind } from '@flotta/core/alerts.ts'
import { query } from '@flotta/ui/api.ts'
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { FormDrawer } from '@flotta/ui/FormDrawer.tsx'
import { HoursInput } from '@flotta/ui/HoursInput.tsx'
import { NumberField } from '@flotta/ui/NumberField.tsx'
import {
  Button,
  Checkbox,
  MultiSelect,
  SegmentedControl,
  Stack,
  TagsInput,
  Text,
} from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fleets as fleetsOfCompany } from '../../../fleet/fleets/contract.ts'
import { usualHours } from '../../alert-parameters/web/form.ts'
import { useMayConfigure, useVehicles } from './useConfigurations.ts'
import { type Choice, type Occasion, type TellWhenForm, useTellWhen } from './useTellWhen.ts'

interface ToldArea {
  readonly id: number
  readonly code: string
  readonly name: string
}
export function TellWhen({ kind, area }: { readonly kind: AreaKind; readonly area: ToldArea }) {
  const { t } = useTranslation()
  const mayConfigure = useMayConfigure()
  const [isOpen, setOpen] = useState(false)
  if (!mayConfigure) return null
  return (
    <>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconBell size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('alert_configurations.tell.button')}
      </Button>
      {isOpen && <TellWhenDrawer kind={kind} area={area} onClose={() => setOpen(false)} />}
    </>
  )
}

function TellWhenDrawer({
  kind,
  area,
  onClose,
}: {
  readonly kind: AreaKind
  readonly area: ToldArea
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const form = useTellWhen(kind, area.id, onClose)
  return (
    <FormDrawer onClose={onClose} title={t('alert_configurations.tell.title', { area: area.name })}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void form.submit()
        }}
      >
        <Stack gap="md">
          <Occasions form={form} />
          <VehicleChoice form={form} />
          <TagsInput
            label={t('alert_configurations.tell.who')}
            description={t('alert_configurations.tell.who_text')}
            type="email"
            value={[...form.destinations]}
            onChange={destinations => form.change({ destinations })}
            error={form.errors.destinations}
          />
          <FormButtons label={t('ui.list.save')} onCancel={onClose} isPending={form.isSending} />
        </Stack>
      </form>
    </FormDrawer>
  )
}

const occasions: readonly Occasion[] = ['enter', 'exit', 'stay', 'outside']
function Occasions({ form }: { readonly form: TellWhenForm }) {
  const { t } = useTranslation()
  const isChosen = (occasion: Occasion) => form.occasions.includes(occasion)
  return (
    <Stack gap="xs" role="group" aria-label={t('alert_configurations.tell.button')}>
      {occasions.map(occasion => (
        <Checkbox
          key={occasion}
          label={t(`alert_configurations.tell.${occasion}`)}
          checked={isChosen(occasion)}
          onChange={event => form.turn(occasion, event.currentTarget.checked)}
        />
      ))}
      {form.errors.occasions && (
        <Text size="sm" c="red" role="alert">
          {form.errors.occasions}
        </Text>
      )}
      {isChosen('stay') && (
        <NumberField
          label={t('alert_configurations.tell.minutes')}
          value={form.minutes}
          onChange={value => form.change({ minutes: typeof value === 'number' ? value : '' })}
          error={form.errors.minutes}
          min={1}
          max={10_080}
          suffix=" min"
        />
      )}
      {isChosen('outside') && (
        <HoursInput
          value={form.hours}
          error={form.errors.hours}
          usual={usualHours}
          onChange={hours => form.change({ hours })}
        />
      )}
    </Stack>
  )
}

const choices: readonly Choice[] = ['all', 'fleets', 'vehicles']
function VehicleChoice({ form }: { readonly form: TellWhenForm }) {
  const { t } = useTranslation()
  const { data: fleets } = useQuery(query(fleetsOfCompany.all, {}))
  const { vehicles } = useVehicles()
  const { choice } = form
  const options =
    choice === 'fleets'
      ? (fleets ?? []).map(({ id, code }) => ({ value: String(id), label: code }))
      : vehicles.map(({ id, plate }) => ({ value: String(id), label: plate }))
  return (
    <Stack gap="xs">
      <SegmentedControl
        fullWidth
        aria-label={t('alert_configurations.vehicles')}
        value={choice}
        onChange={value => form.change({ choice: choices.find(c => c === value) ?? 'all' })}
        data={choices.map(value => ({ value, label: t(`alert_configurations.tell.${value}`) }))}
      />
      {choice !== 'all' && (
        <MultiSelect
          aria-label={t(`alert_configurations.tell.${choice}`)}
          data={options}
          value={form[choice].map(String)}
          onChange={ids => form.change({ [choice]: ids.map(Number) })}
          searchable
          hidePickedOptions
          limit={100}
          maxDropdownHeight={280}
          nothingFoundMessage={t('ui.list.nothing')}
        />
      )}
      <Text size="sm" c={form.errors.vehicles ? 'red' : 'dimmed'} role="status">
        {form.errors.vehicles || t('alert_configurations.tell.total', { count: form.total })}
      </Text>
    </Stack>
  )
}
