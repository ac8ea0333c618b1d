// The figures of a declared measurement: one for each value, with its name, its unit and its words.
import { MeasuredValues } from '@flotta/ui/Age.tsx'
import { Stat } from '@flotta/ui/Stat.tsx'
import { useTranslation } from 'react-i18next'
import shared from '../../panel.module.css'
import type { MeasureValues } from '../measures.ts'

export interface MeasureStatsProps {
  readonly values: MeasureValues
  /** The newest ones, as the endpoint answers them. */
  readonly last: { readonly message_datetime: string }
}
export function MeasureStats({ values, last }: MeasureStatsProps) {
  const { t } = useTranslation()
  const answered: Readonly<Record<string, unknown>> = { ...last }
  return (
    <MeasuredValues at={last.message_datetime}>
      <div className={shared.grid}>
        {Object.entries(values).map(([name, { view }]) => {
          const answer = answered[name]
          const value = typeof answer === 'number' ? answer : null
          const isHidden = view?.panel === 'apart' || (view?.panel === 'known' && value === null)
          if (view === undefined || isHidden) return null
          return (
            <Stat
              key={name}
              label={t(view.title)}
              value={value !== null && view.words !== undefined ? t(view.words(value)) : value}
              {...(view.unit !== undefined && { unit: view.unit })}
              {...(view.decimals !== undefined && { decimals: view.decimals })}
            />
          )
        })}
      </div>
    </MeasuredValues>
  )
}
