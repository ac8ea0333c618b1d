// The compartments: temperature, setpoint and state of each, and its commands for users with the right.
import { Badge, Title } from '@mantine/core'
import { IconSnowflake } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import shared from '../../panel.module.css'
import { type ColdData, setSetpoint } from '../contract.ts'
import { compartmentOf, compartmentState, isOutOfRange, modeOf } from '../rules.ts'
import { type ColdProps, celsius, SetSetpoint, Switch } from './CompartmentOrders.tsx'
import { operationOf, SENSOR_NAMES, SETPOINT_NAMES, setpointOf } from './columns.ts'
import classes from './eyecold.module.css'
import { PendingWishes } from './PendingWishes.tsx'

interface CompartmentsProps extends ColdProps {
  /** The only compartment to show, from 1; absent: all. */
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
