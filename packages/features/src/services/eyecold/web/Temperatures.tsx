// The last temperatures: a badge for each sensor, red and named where it is off its compartment's setpoint by more than the tolerance.
import { MeasuredAt, MeasuredValues, useIsOld } from '@flotta/ui/Age.tsx'
import { Empty } from '@flotta/ui/Empty.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Title } from '@mantine/core'
import { IconAlertTriangle, IconTemperatureOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import shared from '../../panel.module.css'
import type { ColdData } from '../contract.ts'
import { compartmentOf, isOutOfRange } from '../rules.ts'
import { SENSOR_NAMES, setpointOf } from './columns.ts'
import classes from './eyecold.module.css'

export function Temperatures({ cold }: { readonly cold: ColdData }) {
  const { t } = useTranslation()
  const { temperature, fridge, sensors, compartments, tolerance } = cold
  const old = useIsOld(temperature?.message_datetime)
  if (temperature === null && fridge === null)
    return (
      <Empty icon={IconTemperatureOff} title={t('eyecold.never')} text={t('eyecold.never_text')} />
    )
  return (
    <section className={shared.section} aria-label={t('eyecold.temperatures')}>
      <div className={classes.head}>
        <Title order={3}>{t('eyecold.temperatures')}</Title>
        <span className={shared.quiet}>
          {temperature === null ? (
            t('eyecold.no_temperature')
          ) : (
            <MeasuredAt at={temperature.message_datetime} />
          )}
        </span>
      </div>
      {temperature !== null && (
        <MeasuredValues at={temperature.message_datetime}>
          <ul className={classes.sensors} data-old={old || undefined}>
            {SENSOR_NAMES.slice(0, sensors).map((name, i) => {
              const value = temperature[name]
              const out = isOutOfRange(
                value,
                setpointOf(fridge, compartmentOf(i + 1, compartments)),
                tolerance,
              )
              return (
                <li key={name} className={classes.sensor} data-out={out || undefined}>
                  <span className={classes.label}>{name}</span>
                  <span className={`${classes.figure} flotta-figures`}>
                    {formatNumber(value, { unit: '°C', decimals: 1 })}
                  </span>
                  {out && (
                    <IconAlertTriangle
                      size={16}
                      role="img"
                      aria-label={t('eyecold.out_of_range')}
                    />
                  )}
                </li>
              )
            })}
          </ul>
        </MeasuredValues>
      )}
    </section>
  )
}
