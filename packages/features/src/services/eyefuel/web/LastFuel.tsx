// The last state of the tank: level, cap, theft, alarm.
import { MeasuredAt, MeasuredValues, useIsOld } from '@flotta/ui/Age.tsx'
import { Severity, type SeverityLevel, severityInk } from '@flotta/ui/Severity.tsx'
import { Stat } from '@flotta/ui/Stat.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Progress, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import shared from '../../panel.module.css'
import type { FuelStatus } from '../contract.ts'
import { armedOf, type Level, levelOf } from '../rules.ts'
import classes from './eyefuel.module.css'

const severityOf: Readonly<Record<Level, SeverityLevel | null>> = {
  good: null,
  warning: 1,
  alarm: 2,
}
const colorOf: Readonly<Record<Level, string>> = { good: 'blue', warning: 'yellow', alarm: 'red' }

export function LastFuel({ last }: { readonly last: FuelStatus }) {
  const { t } = useTranslation()
  const old = useIsOld(last.message_datetime)
  const { cap_status, alarm_status } = last
  const armedState = armedOf(last)
  return (
    <section className={shared.section} aria-label={t('eyefuel.last')}>
      <div className={shared.line} style={{ marginBottom: 8 }}>
        <Title order={3} className={shared.grow ?? ''}>
          {t('eyefuel.last')}
        </Title>
        <span className={shared.quiet}>
          <MeasuredAt at={last.message_datetime} />
        </span>
      </div>
      <MeasuredValues at={last.message_datetime}>
        <TankUsage last={last} old={old} />
        <div className={shared.grid}>
          <Stat
            label={t('eyefuel.alarm_status')}
            value={t(alarm_status === 1 ? 'eyefuel.alarm.theft' : 'eyefuel.alarm.none')}
            after={alarm_status === 1 && <Mark level={2} />}
          />
          <Stat
            label={t('eyefuel.cap_status')}
            value={
              cap_status === null
                ? null
                : t(cap_status === 1 ? 'eyefuel.cap.open' : 'eyefuel.cap.closed')
            }
            why={t('eyefuel.cap.unknown')}
            after={cap_status === 1 && <Mark level={1} />}
          />
          <Stat
            label={t('eyefuel.armed_state')}
            value={armedState === 'unknown' ? null : t(`eyefuel.armed.${armedState}`)}
            why={t('eyefuel.armed.unknown')}
            after={armedState === 'active' && <Mark level={2} />}
          />
        </div>
      </MeasuredValues>
    </section>
  )
}

function Mark({ level }: { readonly level: SeverityLevel }) {
  return (
    <span className={classes.mark}>
      <Severity level={level} />
    </span>
  )
}

/** A warning at 25 %, an alarm at 15 % (eyefuel.23). */
function TankUsage({
  last: { tank_usage, tank_capacity_l },
  old,
}: {
  readonly last: FuelStatus
  readonly old: boolean
}) {
  const { t } = useTranslation()
  if (tank_usage === null) return <p className={classes.unknown}>{t('eyefuel.no_level')}</p>
  const level = levelOf(tank_usage)
  const severity = severityOf[level]
  const litres =
    tank_capacity_l === null
      ? null
      : t('eyefuel.litres', {
          litres: formatNumber((tank_usage / 100) * tank_capacity_l, { unit: 'l' }),
          of: formatNumber(tank_capacity_l, { unit: 'l' }),
        })
  return (
    <div className={classes.tank} data-stale={old || undefined}>
      <div className={shared.quiet}>{t('eyefuel.tank_usage')}</div>
      <div className={classes.line}>
        <strong
          className={`${classes.usage} flotta-figures`}
          style={severity === null ? undefined : { color: severityInk(severity) }}
        >
          {formatNumber(tank_usage, { unit: '%' })}
        </strong>
        {litres !== null && <span className={`${shared.quiet} flotta-figures`}>{litres}</span>}
        {level !== 'good' && severity !== null && (
          <span className={classes.severity} style={{ color: severityInk(severity) }}>
            <Severity level={severity} />
            {t(`eyefuel.level.${level}`)}
          </span>
        )}
      </div>
      <Progress
        size="lg"
        value={tank_usage}
        color={colorOf[level]}
        aria-label={t('eyefuel.tank_usage')}
      />
    </div>
  )
}
