// The dashboard: the to-do list, the map of all vehicles with its filter, the figures of the company, and a box for each service with its open alerts.
import { query } from '@flotta/ui/api.ts'
import { useIsIdle } from '@flotta/ui/idle.ts'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { MapStage } from '@flotta/ui/map/stage.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dismiss, isDismissed } from '../../news/web/dismissed.ts'
import { NewsPage } from '../../news/web/NewsPage.tsx'
import { dashboard, toDo } from '../contract.ts'
import { Boxes } from './Boxes.tsx'
import classes from './dashboard.module.css'
import { Figures } from './Figures.tsx'
import { FleetMap } from './FleetMap.tsx'
import { ToDoList } from './ToDoList.tsx'

/** Both are read again every 60 s, and when a stream event says that a counted record has changed. */
const dashboardQuery = { ...query(dashboard, {}), refetchInterval: 60_000 }
const toDoQuery = { ...query(toDo, {}), refetchInterval: 60_000 }

export default function DashboardScreen() {
  const { t } = useTranslation()
  const { data, error, refetch, isPending } = useQuery(dashboardQuery)
  const waiting = useQuery(toDoQuery)
  // ten thousand pins and their filter are rendered after the figures
  const mayDrawMap = useIsIdle(!isPending)
  return (
    <div className={classes.screen}>
      {waiting.data === undefined && waiting.error !== null ? (
        <LoadError error={waiting.error} onRetry={() => void waiting.refetch()} />
      ) : (
        <ToDoList toDo={waiting.data} isNew={data?.vehicles.total === 0} />
      )}
      <MapStage>
        {mayDrawMap ? (
          <FleetMap />
        ) : (
          <section className={classes.map} aria-label={t('global_map.title')} />
        )}
      </MapStage>
      {data === undefined && error !== null ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Figures dashboard={data} />
      )}
      <Boxes services={data?.services} />
      {data !== undefined && <LatestNews {...data.news.latest} />}
    </div>
  )
}

/** The newest news item opens by itself until it was closed once in this browser. */
function LatestNews({
  id,
  title,
  url,
}: {
  readonly id: number
  readonly title: string
  readonly url: string
}) {
  const [isOpen, setOpened] = useState(() => !isDismissed(id))
  if (!isOpen) return null
  const close = () => {
    dismiss(id)
    setOpened(false)
  }
  return <NewsPage title={title} url={url} onClose={close} />
}
