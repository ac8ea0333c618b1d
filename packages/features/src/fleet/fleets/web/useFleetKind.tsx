// The form of a fleet: code, description and colour.
import { ColorField, colorSwatches } from '@flotta/ui/ColorField.tsx'
import { RequiredText } from '@flotta/ui/form-fields.tsx'
import type { CardKind } from '@flotta/ui/resource/card-kind.ts'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fleets as contract, type Fleet } from '../contract.ts'

interface FleetFormValues {
  readonly code: string
  readonly description: string
  readonly color: string
}
export type FleetKind = CardKind<typeof contract, FleetFormValues>

export function useFleetKind(fleets: readonly Fleet[] | undefined): FleetKind {
  const { t } = useTranslation()
  return useMemo(
    () =>
      fleetKind(
        t,
        (fleets ?? []).map(fleet => fleet.color),
      ),
    [t, fleets],
  )
}
function fleetKind(t: TFunction, usedColors: readonly string[]): FleetKind {
  const labels = {
    code: t('fleets.code'),
    description: t('fleets.description'),
    color: t('fleets.color'),
  }
  return {
    resource: contract,
    nameOf: fleet => fleet.code,
    labels,
    removing: t('fleets.removing'),
    // a new fleet gets the first colour that no other has
    toForm: fleet =>
      fleet ?? {
        code: '',
        description: '',
        color: colorSwatches.find(c => !usedColors.includes(c)) ?? '#2e51bb',
      },
    fields: form => (
      <>
        <RequiredText {...form.getInputProps('code')} label={labels.code} maxLength={30} />
        <RequiredText
          {...form.getInputProps('description')}
          label={labels.description}
          maxLength={200}
        />
        <ColorField {...form.getInputProps('color')} label={labels.color} />
      </>
    ),
  }
}
