// The newest values of the axles: load, kilometres, speed, and a sign beside each warning that is on.
import { Severity, type SeverityLevel } from '@flotta/ui/Severity.tsx'
import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MeasureStats } from '../../measures/web/MeasureStats.tsx'
import shared from '../../panel.module.css'
import { MeasuredAtEnd } from '../../web/MeasuredAtEnd.tsx'
import type { AxleData } from '../contract.ts'
import { measures } from '../measures.ts'

const warnings = {
  red_warning: 2,
  amber_warning: 1,
  brake_lining_alarm: 2,
} as const satisfies Readonly<Record<string, SeverityLevel>>
const isWarning = (name: string): name is keyof typeof warnings => Object.hasOwn(warnings, name)
/** Vehicles that are pushed by hand have no odometer. */
const { odometer: _, ...withoutKm } = measures.values

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
        <MeasuredAtEnd at={last.message_datetime} />
      </div>
      <MeasureStats
        values={withKm ? measures.values : withoutKm}
        last={last}
        sign={(name, value) => value === 1 && isWarning(name) && <Sign level={warnings[name]} />}
      />
    </section>
  )
}

function Sign({ level }: { readonly level: SeverityLevel }) {
  return (
    <span style={{ marginLeft: 6, verticalAlign: -3 }}>
      <Severity level={level} />
    </span>
  )
}
