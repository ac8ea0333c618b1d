// The compartments: in each how cold it is, what is set, what the unit does there; who may sets another temperature.
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Badge, Group, Title } from '@mantine/core'
import { IconSnowflake } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { CommandButton } from '../../../commands/web/CommandButton.tsx'
import type { Vehicle } from '../../../vehicles/contract.ts'
import shared from '../../panel.module.css'
import { type ColdData, setSetpoint } from '../contract.ts'
import { clamped, compartmentOf, compartmentState, isOutOfRange, modeOf, SETPOINT_MAX, SETPOINT_MIN } from '../rules.ts'
import { Awaited } from './Awaited.tsx'
import { operationOf, SENSOR_NAMES, SETPOINT_NAMES, setpointOf } from './columns.ts'
import classes from './eyecold.module.css'
import { useAsk, useLocked } from './useAsk.ts'

export const celsius = (value: number | null): string => formatNumber(value, { unit: '°C', decimals: 1 })

interface ColdProps {
  readonly vehicle: Vehicle
  readonly cold: ColdData
}
export function Compartments({ vehicle, cold }: ColdProps) {
  const numbers = Array.from({ length: cold.compartments }, (_, i) => i + 1)
  if (cold.fridge === null) return null
  return numbers.map(number => <Compartment key={number} number={number} vehicle={vehicle} cold={cold} />)
}

function Compartment({ vehicle, cold, number }: ColdProps & { readonly number: number }) {
  const { t } = useTranslation()
  const may = useMay(setSetpoint)
  const { temperature, fridge, compartments, sensors, tolerance, pending, cmd_enabled } = cold
  const name = t('eyecold.compartment', { number })
  const setpoint = setpointOf(fridge, number)
  const { mode, status } = operationOf(fridge, number)
  const state = compartmentState(status)
  const operation = modeOf(mode)
  const wish = pending[SETPOINT_NAMES[number - 1] ?? 'setpoint_t1']
  const own = SENSOR_NAMES.slice(0, sensors).filter((sensor, i) => compartmentOf(i + 1, compartments) === number && temperature?.[sensor] != null)
  return (
    <section className={shared.section} aria-label={name}>
      <div className={classes.head}>
        <Title order={3}>{name}</Title>
        {state !== null && (
          <Badge
            tt="none"
            variant="light"
            color={state === 'off' || state === 'available' ? 'gray' : 'blue'}
            leftSection={<IconSnowflake size={12} aria-hidden />}
          >
            {t(`eyecold.state.${state}`)}
          </Badge>
        )}
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>{t('eyecold.temperature')}</dt>
          <dd className="flotta-figures">
            {own.length === 0
              ? '—'
              : own.map(sensor => (
                  <span key={sensor} className={classes.reading} data-out={isOutOfRange(temperature?.[sensor] ?? null, setpoint, tolerance) || undefined}>
                    {celsius(temperature?.[sensor] ?? null)}
                  </span>
                ))}
          </dd>
        </div>
        <div>
          <dt>{t('eyecold.setpoint')}</dt>
          <dd className="flotta-figures">{celsius(setpoint)}</dd>
        </div>
        <div>
          <dt>{t('eyecold.operation_mode')}</dt>
          <dd>{operation === null ? '—' : t(`eyecold.mode.${operation}`)}</dd>
        </div>
      </dl>
      <Awaited wishes={[wish === null ? null : celsius(wish.value)]} />
      {may && cmd_enabled && <SetSetpoint vehicle={vehicle} cold={cold} number={number} name={name} setpoint={setpoint} />}
    </section>
  )
}

function SetSetpoint({
  vehicle,
  cold,
  number,
  name,
  setpoint,
}: ColdProps & { readonly number: number; readonly name: string; readonly setpoint: number | null }) {
  const { t } = useTranslation()
  const ask = useAsk(vehicle.id)
  const locked = useLocked(cold)
  const [draft, setDraft] = useState<number | string | null>(null)
  const shown = draft ?? clamped(setpoint ?? 0)
  const value = typeof shown === 'number' ? clamped(shown) : null
  const field = SETPOINT_NAMES[number - 1] ?? 'setpoint_t1'
  const unchanged = value === null || value === setpoint
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
        disabled={locked !== null}
        value={shown}
        onChange={setDraft}
      />
      <CommandButton
        vehicle={vehicle}
        endpoint={setSetpoint}
        label={t('eyecold.set_setpoint', { number })}
        now={setpoint === null ? null : celsius(setpoint)}
        wanted={value === null ? '—' : celsius(value)}
        locked={locked ?? (unchanged ? t('eyecold.unchanged') : null)}
        onSend={async headers => {
          if (value === null) return undefined
          const command = await ask(field, value, setSetpoint, { params: { id: vehicle.id }, body: { compartment: number, value } })(headers)
          setDraft(null)
          return command
        }}
      />
    </Group>
  )
}
