// The last status: the charge of the vehicle's battery, the supply of the tracker, and its own battery.
import { MeasuredAt } from '@flotta/ui/Age.tsx'
import { Empty } from '@flotta/ui/Empty.tsx'
import { Severity } from '@flotta/ui/Severity.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Progress, Title } from '@mantine/core'
import { IconBatteryOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { MeasureStats } from '../../measures/web/MeasureStats.tsx'
import shared from '../../panel.module.css'
import type { Power } from '../contract.ts'
import { measures } from '../measures.ts'
import { type VoltageLevel, voltageLevel } from '../rules.ts'
import classes from './power.module.css'

const severities = { good: 0, warning: 1, alarm: 2 } as const
const colors: Readonly<Record<VoltageLevel, string>> = {
  good: 'blue',
  warning: 'yellow',
  alarm: 'red',
}

/** null: never received */
export function LastPower({ last }: { readonly last: Power | null }) {
  const { t } = useTranslation()
  if (last === null)
    return (
      <Empty icon={IconBatteryOff} title={t('eyepower.never')} text={t('eyepower.never_text')} />
    )
  const { external_voltage_percent: percent } = last
  const level = percent === null ? null : voltageLevel(percent)
  return (
    <section className={shared.section} aria-label={t('eyepower.last')}>
      <div className={classes.head}>
        <Title order={3}>{t('eyepower.last')}</Title>
        <span className={shared.quiet}>
          <MeasuredAt at={last.message_datetime} />
        </span>
      </div>
      {percent !== null && level !== null && (
        <div className={classes.charge}>
          <div className={shared.line}>
            {level !== 'good' && <Severity level={severities[level]} />}
            <strong className="flotta-figures">
              {formatNumber(percent, { unit: '%', decimals: 0 })}
            </strong>
            <span>{t(`eyepower.level.${level}`)}</span>
          </div>
          <Progress
            value={percent}
            color={colors[level]}
            size="lg"
            aria-label={t('eyepower.percent')}
          />
        </div>
      )}
      <MeasureStats values={measures.values} last={last} />
    </section>
  )
}
