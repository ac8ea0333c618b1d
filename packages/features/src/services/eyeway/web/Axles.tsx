// The axles one below the other, left and right as seen from behind: load, and for each tyre pressure, temperature and lining, with a bar in the colour of its state.
import { useIsOld } from '@flotta/ui/Age.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Title } from '@mantine/core'
import {
  IconAlertTriangleFilled,
  IconExclamationCircleFilled,
  IconMinus,
  IconPointFilled,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import shared from '../../panel.module.css'
import type { AxleData } from '../contract.ts'
import {
  type AxleNumber,
  type Colour,
  colourOf,
  liningField,
  loadField,
  pressureColour,
  pressureField,
  sides,
  temperatureColour,
  temperatureField,
  type Wheel,
} from '../rules.ts'
import classes from './eyeway.module.css'

/** Grey: the state is unknown. */
type State = Colour | 'grey'
const states: readonly State[] = ['green', 'orange', 'red', 'grey']
const icons: Readonly<Record<State, TablerIcon>> = {
  green: IconPointFilled,
  orange: IconAlertTriangleFilled,
  red: IconExclamationCircleFilled,
  grey: IconMinus,
}

export interface AxlesProps {
  readonly vehicle: Vehicle
  readonly last: AxleData
  readonly axles: readonly AxleNumber[]
}

export function Axles({ vehicle, last, axles }: AxlesProps) {
  const { t } = useTranslation()
  const old = useIsOld(last.message_datetime)
  if (axles.length === 0) return null
  return (
    <section className={shared.section} aria-label={t('eyeway.axles')}>
      <Title order={3} mb="xs">
        {t('eyeway.axles')}
      </Title>
      <table aria-label={t('eyeway.axles')} className={classes.axles} data-stale={old || undefined}>
        <thead>
          <tr>
            <th scope="col">{t('eyeway.axle')}</th>
            {sides.map(side => (
              <th key={side} scope="col">
                {t(`eyeway.side.${side}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {axles.map(axle => (
            <tr key={axle}>
              <th scope="row">
                {t('eyeway.axle_n', { n: axle })}
                <span className={classes.load}>
                  {formatNumber(last[loadField(axle)], { unit: 'kg' })}
                </span>
              </th>
              {sides.map(side => (
                <WheelCell
                  key={side}
                  wheel={{ axle, side }}
                  last={last}
                  parameters={vehicle.tire_parameters}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className={classes.legend} aria-label={t('eyeway.legend')}>
        {states.map(state => (
          <li key={state}>
            <StateIcon state={state} />
            {t(`eyeway.state.${state}`)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function WheelCell({
  wheel,
  last,
  parameters,
}: {
  readonly wheel: Wheel
  readonly last: AxleData
  readonly parameters: Vehicle['tire_parameters']
}) {
  const { t } = useTranslation()
  const [bar, celsius, lining] = [
    last[pressureField(wheel)],
    last[temperatureField(wheel)],
    last[liningField(wheel)],
  ]
  const state: State = colourOf(last, wheel, parameters) ?? 'grey'
  return (
    <td>
      <div className={classes.wheel} data-state={state}>
        <span className={classes.bar} aria-hidden />
        <div>
          <span className={classes.pressure} data-state={pressureColour(bar, parameters) ?? 'grey'}>
            {formatNumber(bar, { unit: 'bar', decimals: 1 })}
            {state !== 'green' && state !== 'grey' && <StateIcon state={state} />}
          </span>
          <span
            className={classes.second}
            data-state={temperatureColour(celsius, parameters) ?? 'grey'}
          >
            {formatNumber(celsius, { unit: '°C' })}
          </span>
          {lining !== null && (
            <span className={classes.second}>
              {t('eyeway.lining', { value: formatNumber(lining, { unit: '%' }) })}
            </span>
          )}
          <span className="flotta-hidden">{t(`eyeway.state.${state}`)}</span>
        </div>
      </div>
    </td>
  )
}

function StateIcon({ state }: { readonly state: State }) {
  const Icon = icons[state]
  return <Icon size={14} aria-hidden className={classes.state ?? ''} data-state={state} />
}
