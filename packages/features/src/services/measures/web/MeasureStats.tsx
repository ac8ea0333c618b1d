// The figures of declared values: one for each value, with its name, its unit and its words.
import { MeasuredValues } from '@flotta/ui/Age.tsx'
import { Stat } from '@flotta/ui/Stat.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import shared from '../../panel.module.css'
import type { MeasureValues, MeasureView } from '../measures.ts'

export interface MeasureStatsProps {
  readonly values: MeasureValues
  /** The newest ones, as the endpoint answers them. */
  readonly last: { readonly message_datetime: string }
  /** Rendered by the service behind a value. */
  readonly sign?: (name: string, value: unknown) => ReactNode
}
export function MeasureStats({ values, last, sign }: MeasureStatsProps) {
  const { t } = useTranslation()
  const answers: Readonly<Record<string, unknown>> = { ...last }
  const shownValue = (answer: unknown, { words }: MeasureView) => {
    if (typeof answer !== 'number' && typeof answer !== 'string') return null
    return words === undefined ? answer : t(words(answer))
  }
  return (
    <MeasuredValues at={last.message_datetime}>
      <div className={shared.grid}>
        {Object.entries(values).map(([name, { view }]) => {
          if (view === undefined || view.panel === 'apart') return null
          const value = shownValue(answers[name], view)
          if (value === null && view.panel === 'known') return null
          return (
            <Stat
              key={name}
              label={t(view.title, { ...view.named })}
              value={value}
              {...(view.unit !== undefined && { unit: view.unit })}
              {...(view.decimals !== undefined && { decimals: view.decimals })}
              {...(view.why !== undefined && { why: t(view.why) })}
              after={sign?.(name, answers[name])}
            />
          )
        })}
      </div>
    </MeasuredValues>
  )
}
