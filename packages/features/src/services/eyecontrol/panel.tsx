// What was commanded from afar: the last command, and all of a period.
import { query } from '@flotta/ui/api.ts'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CommandHistory } from '../commands/web/CommandHistory.tsx'
import { LastCommand } from '../commands/web/LastCommand.tsx'
import shared from '../panel.module.css'
import type { Panel } from '../panel.tsx'
import { usePeriod } from '../web/usePeriod.ts'
import { data, history } from './contract.ts'

const EyecontrolPanel: Panel = ({ vehicle }) => {
  const { t } = useTranslation()
  const { data: last, error, refetch } = useQuery(query(data, { params: { id: vehicle.id } }))
  const period = usePeriod()
  return (
    <>
      <div className={shared.section}>
        {last !== undefined ? (
          <LastCommand command={last} />
        ) : error === null ? (
          <SkeletonRows rows={3} />
        ) : (
          <LoadError error={error} onRetry={() => void refetch()} />
        )}
      </div>
      <CommandHistory
        vehicle={vehicle}
        endpoint={history}
        period={period}
        label={t('eyecontrol.history')}
        service="eyecontrol"
      />
    </>
  )
}
export default EyecontrolPanel
