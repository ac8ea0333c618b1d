// The content of the tab, in one sentence.
import { query } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { IconWeight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { MeasureHistory } from '../measures/web/MeasureHistory.tsx'
import { MeasureStats } from '../measures/web/MeasureStats.tsx'
import shared from '../panel.module.css'
import type { Panel } from '../panel.tsx'
import { data, history } from './contract.ts'
import { measures } from './measures.ts'

const EyeexamplePanel: Panel = ({ vehicle }) => {
  const { t } = useTranslation()
  const { data: last, error, refetch } = useQuery(query(data, { params: { id: vehicle.id } }))
  if (last === undefined) return <LoadingRows error={error} onRetry={() => void refetch()} />
  if (last === null)
    return (
      <Empty icon={IconWeight} title={t('eyeexample.never')} text={t('eyeexample.never_text')} />
    )
  return (
    <>
      <div className={shared.section}>
        <MeasureStats values={measures.values} last={last} />
      </div>
      <MeasureHistory
        vehicle={vehicle}
        endpoint={history}
        field="weight"
        values={measures.values}
        label={t('eyeexample.history')}
        icon={IconWeight}
      />
    </>
  )
}
export default EyeexamplePanel
