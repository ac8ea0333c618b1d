// The commands of a compartment: its setpoint, and on and off.
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Group } from '@mantine/core'
import { IconPlayerPlay, IconPower } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { CommandButton } from '../../commands/web/CommandButton.tsx'
import { type ColdData, setSetpoint, switchOff, switchOn } from '../contract.ts'
import { clampSetpoint, ON, SETPOINT_MAX, SETPOINT_MIN } from '../rules.ts'
import { SETPOINT_NAMES } from './columns.ts'
import classes from './eyecold.module.css'
import { useAsk, useLocked } from './useAsk.ts'

export const celsius = (value: number | null): string =>
  formatNumber(value, { unit: '°C', decimals: 1 })

export interface ColdProps {
  readonly vehicle: Pick<Vehicle, 'id' | 'plate' | 'status'>
  readonly cold: ColdData
}
export function SetSetpoint({
  vehicle,
  cold,
  number,
  name,
  setpoint,
}: ColdProps & {
  readonly number: number
  readonly name: string
  readonly setpoint: number | null
}) {
  const { t } = useTranslation()
  const ask = useAsk(vehicle.id)
  const lockReason = useLocked(cold)
  const [draft, setDraft] = useState<number | string | null>(null)
  const shownDraft = draft ?? clampSetpoint(setpoint ?? 0)
  const value = typeof shownDraft === 'number' ? clampSetpoint(shownDraft) : null
  const field = SETPOINT_NAMES[number - 1] ?? 'setpoint_t1'
  const isUnchanged = value === null || value === setpoint
  const warning = useOrderWarning(cold, number, value)
  return (
    <Group gap="sm" wrap="nowrap" mt="sm">
      <NumberField
        aria-label={t('eyecold.new_setpoint', { name })}
        className={classes.degrees ?? ''}
        suffix=" °C"
        min={SETPOINT_MIN}
        max={SETPOINT_MAX}
        step={1}
        clampBehavior="blur"
        disabled={lockReason !== null}
        value={shownDraft}
        onChange={setDraft}
      />
      <CommandButton
        vehicle={vehicle}
        endpoint={setSetpoint}
        label={t('eyecold.set_setpoint', { number })}
        now={setpoint === null ? null : celsius(setpoint)}
        valueText={value === null ? '—' : celsius(value)}
        locked={lockReason ?? (isUnchanged ? t('eyecold.unchanged') : null)}
        {...(warning !== null && { text: warning, color: 'orange' as const })}
        onSend={async headers => {
          if (value === null) return undefined
          const command = await ask(field, value, setSetpoint, {
            params: { id: vehicle.id },
            body: { compartment: number, value },
          })(headers)
          setDraft(null)
          return command
        }}
      />
    </Group>
  )
}

/** A warning when a setpoint differs from the work order, which concerns the first compartment. */
function useOrderWarning(
  { odl_num, odl_t1 }: ColdData,
  compartment: number,
  setpoint: number | null,
): string | null {
  const { t } = useTranslation()
  if (compartment !== 1 || setpoint === null || odl_t1 === null || setpoint === odl_t1) return null
  return t('eyecold.against_order', {
    order: odl_num ?? '',
    ordered: celsius(odl_t1),
    wanted: celsius(setpoint),
  })
}

/** The switch of a compartment other than the first, which is switched with the unit. */
export function Switch({
  vehicle,
  cold,
  number,
  status,
}: ColdProps & { readonly number: 2 | 3; readonly status: number | null }) {
  const { t } = useTranslation()
  const ask = useAsk(vehicle.id)
  const lockReason = useLocked(cold)
  const isOn = status === null ? null : (status & ON) !== 0
  const button = (to: 0 | 1) => (
    <CommandButton
      vehicle={vehicle}
      endpoint={to === 1 ? switchOn : switchOff}
      label={t(to === 1 ? 'eyecold.compartment_on' : 'eyecold.compartment_off', { number })}
      now={isOn === null ? null : t(isOn ? 'eyecold.on' : 'eyecold.off')}
      valueText={t(to === 1 ? 'eyecold.on' : 'eyecold.off')}
      locked={lockReason}
      icon={
        to === 1 ? <IconPlayerPlay size={16} aria-hidden /> : <IconPower size={16} aria-hidden />
      }
      {...(to === 0 && { text: t('eyecold.compartment_off_text'), color: 'red' as const })}
      onSend={ask(`operation_status_c${number}`, to, to === 1 ? switchOn : switchOff, {
        params: { id: vehicle.id },
        body: { compartment: number },
      })}
    />
  )
  return (
    <div className={classes.buttons}>
      {button(isOn === true ? 0 : 1)}
      {isOn === null && button(0)}
    </div>
  )
}
