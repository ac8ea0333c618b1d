// What the vehicle carries, how far and how fast it goes, and whether one of its warnings is on.
import { MeasuredAt, MeasuredValues } from '@flotta/ui/Age.tsx'
import { Severity, type SeverityLevel } from '@flotta/ui/Severity.tsx'
import { Stat } from '@flotta/ui/Stat.tsx'
import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import shared from '../../panel.module.css'
import type { AxleData } from '../contract.ts'

const warnings = {
  red_warning: 2,
  amber_warning: 1,
  brake_lining_alarm: 2,
} as const satisfies Readonly<Record<string, SeverityLevel>>
type Warning = keyof typeof warnings

export interface LastAxlesProps {
  readonly last: AxleData
  readonly withKm: boolean
}

export function LastAxles({ last, withKm }: LastAxlesProps) {
  const { t } = useTranslation()
  return (
    <section className={shared.section} aria-label={t('eyeway.last')}>
      <div className={shared.line} style={{ marginBottom: 8 }}>
        <Title order={3}>{t('eyeway.last')}</Title>
        <span className={shared.grow} />
        <span className={shared.quiet}>
          <MeasuredAt at={last.message_datetime} />
        </span>
      </div>
      <MeasuredValues at={last.message_datetime}>
        <div className={shared.grid}>
          <Stat label={t('eyeway.load')} value={last.load} unit="kg" why={t('eyeway.not_told')} />
          <Stat label={t('eyeway.speed')} value={last.speed} unit="km/h" />
          {withKm && <Stat label={t('eyeway.odometer')} value={last.odometer} unit="km" />}
          {(Object.keys(warnings) as Warning[]).map(warning => {
            const on = last[warning]
            return (
              <Stat
                key={warning}
                label={t(`eyeway.warning.${warning}`)}
                value={on === null ? null : t(on === 1 ? 'eyeway.on' : 'eyeway.off')}
                why={t('eyeway.not_told')}
                after={
                  on === 1 && (
                    <span style={{ marginLeft: 6, verticalAlign: -3 }}>
                      <Severity level={warnings[warning]} />
                    </span>
                  )
                }
              />
            )
          })}
        </div>
      </MeasuredValues>
    </section>
  )
}
