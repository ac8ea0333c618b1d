// Each type of maintenance: when it was done last, and when it is due again. Day, hours or kilometres: the first to come counts.
import { formatDay } from '@flotta/core/time.ts'
import { formatDateTime, formatNumber } from '@flotta/ui/texts.ts'
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DueState } from '../../../costs/tcos/rules.ts'
import { leftWord } from '../../../costs/tcos/web/words.ts'
import shared from '../../panel.module.css'
import type { Data } from '../contract.ts'
import type { MaintenanceType } from '../rules.ts'
import classes from './eyeservice.module.css'

const colors = { overdue: 'red', due: 'yellow', fine: 'gray' } as const satisfies Record<
  DueState,
  string
>
const figures = (hours: number | null, km: number | null): string[] => [
  ...(km === null ? [] : [formatNumber(km, { unit: 'km' })]),
  ...(hours === null ? [] : [formatNumber(hours, { unit: 'h' })]),
]

export function Dues({
  data,
  cares,
}: {
  readonly data: Data
  readonly cares: readonly MaintenanceType[]
}) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('eyeservice.dues')}>
      {cares.map(({ type, field }) => (
        <Due key={type} type={type} last={data[field]} />
      ))}
    </ul>
  )
}
function Due({
  type,
  last,
}: {
  readonly type: MaintenanceType['type']
  /** null: never done */
  readonly last: Data[MaintenanceType['field']]
}) {
  const { t } = useTranslation()
  const due = last?.due ?? null
  return (
    <li className={classes.due} data-state={due?.state}>
      <div className={classes.head}>
        <strong>{t(`eyeservice.type.${type}`)}</strong>
        {due !== null && (
          <Badge variant="light" color={colors[due.state]} tt="none" fw={550} miw="max-content">
            {t(`eyeservice.due_state.${due.state}`)}
          </Badge>
        )}
      </div>
      {last === null ? (
        <div className={shared.quiet}>{t('eyeservice.never_done')}</div>
      ) : (
        <div className={shared.quiet}>
          {t('eyeservice.last_done', {
            when: [
              formatDateTime(last.message_datetime, 'date'),
              ...figures(last.hours, last.km),
            ].join(' · '),
          })}
        </div>
      )}
      {last !== null && due === null && (
        <div className={shared.quiet}>{t('eyeservice.not_counted')}</div>
      )}
      {due !== null && (
        <div className={classes.next}>
          <span>
            {t('eyeservice.next', {
              when: [
                ...(due.due_date === null ? [] : [formatDay(due.due_date)]),
                ...figures(due.due_hour, due.due_km),
              ].join(t('eyeservice.or')),
            })}
          </span>
          {due.state !== 'due' && (
            <span className={classes.left}>
              {due.state === 'overdue'
                ? leftWord(due)
                : t('eyeservice.left', { left: leftWord(due) })}
            </span>
          )}
        </div>
      )}
    </li>
  )
}
