// The compartments: in each how cold it is, what is set, what the unit does there; who may sets another temperature.
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Badge, Group, Title } from '@mantine/core'
import { IconPlayerPlay, IconPower, IconSnowflake } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { CommandButton } from '../../commands/web/CommandButton.tsx'
import shared from '../../panel.module.css'
import { type ColdData, setSetpoint, switchOff, switchOn } from '../contract.ts'
import {
  clampSetpoint,
  compartmentOf,
  compartmentState,
  isOutOfRange,
  modeOf,
  ON,
  SETPOINT_MAX,
  SETPOINT_MIN,
} from '../rules.ts'
import { operationOf, SENSOR_NAMES, SETPOINT_NAMES, setpointOf } from './columns.ts'
import classes from './eyecold.module.css'
import { PendingWishes } from './PendingWishes.tsx'
import { useAsk, useLocked } from './useAsk.ts'

export const celsius = (value: number | null): string =>
  formatNumber(value, { unit: '°C', decimals: 1 })

interface ColdProps {
  readonly vehicle: Pick<Vehicle, 'id' | 'plate' | 'status'>
  readonly cold: ColdData
}
interface CompartmentsProps extends ColdProps {
  /** The one that is shown, from 1; absent: all. */
  readonly only?: number
}
export function Compartments({ vehicle, cold, only }: CompartmentsProps) {
  const numbers = Array.from({ length: cold.compartments }, (_, i) => i + 1).filter(
    number => only === undefined || number === only,
  )
  if (cold.fridge === null) return null
  return numbers.map(number => (
    <Compartment key={number} number={number} vehicle={vehicle} cold={cold} />
  ))
}

interface TemperaturesProps {
  readonly cold: ColdData
  readonly number: number
  readonly setpoint: number | null
}
/** What the sensors of a compartment measure; a temperature far from the setpoint is marked. */
function Temperatures({ cold, number, setpoint }: TemperaturesProps) {
  const { temperature, compartments, sensors, tolerance } = cold
  const compartmentSensors = SENSOR_NAMES.slice(0, sensors).filter(
    (sensor, i) => compartmentOf(i + 1, compartments) === number && temperature?.[sensor] != null,
  )
  if (compartmentSensors.length === 0) return '—'
  return compartmentSensors.map(sensor => (
    <span
      key={sensor}
      className={classes.reading}
      data-out={isOutOfRange(temperature?.[sensor] ?? null, setpoint, tolerance) || undefined}
    >
      {celsius(temperature?.[sensor] ?? null)}
    </span>
  ))
}

function Compartment({ vehicle, cold, number }: ColdProps & { readonly number: number }) {
  const { t } = useTranslation()
  const may = useMay(setSetpoint)
  const { fridge, pending, cmd_enabled } = cold
  const name = t('eyecold.compartment', { number })
  const setpoint = setpointOf(fridge, number)
  const { mode, status } = operationOf(fridge, number)
  const state = compartmentState(status)
  const operation = modeOf(mode)
  const wish = pending[SETPOINT_NAMES[number - 1] ?? 'setpoint_t1']
  const switching =
    number === 2 ? pending.operation_status_c2 : number === 3 ? pending.operation_status_c3 : null
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
            <Temperatures cold={cold} number={number} setpoint={setpoint} />
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
      <PendingWishes
        wishes={[
          wish === null ? null : celsius(wish.value),
          switching === null || switching === undefined
            ? null
            : t(switching.value === 1 ? 'eyecold.on' : 'eyecold.off'),
        ]}
      />
      {may && cmd_enabled && (
        <SetSetpoint
          vehicle={vehicle}
          cold={cold}
          number={number}
          name={name}
          setpoint={setpoint}
        />
      )}
      {may && cmd_enabled && (number === 2 || number === 3) && (
        <Switch vehicle={vehicle} cold={cold} number={number} status={status} />
      )}
    </section>
  )
}

function SetSetpoint({
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

/** The warning that a setpoint differs from the work order, which is about the first compartment. */
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

/** A compartment beside the first is switched by itself; the first is switched with the unit. */
function Switch({
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
