// The panel of the chosen vehicle, shown beside the board.
import { ApiError, query } from '@flotta/ui/api.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { useLayer } from '@flotta/ui/layers.ts'
import { StatusDot } from '@flotta/ui/StatusDot.tsx'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconMap2, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { vehicleById } from '../../../fleet/vehicles/contract.ts'
import type { Pin } from '../../../map/global-map/contract.ts'
import { Ignition, Speed } from '../../panel.tsx'
import { panels, ServicePanel } from '../../panels.tsx'
import classes from './boards.module.css'

interface BoardPanelProps {
  readonly id: number
  /** Name of the page, and the code of the service whose panel opens. */
  readonly page: string
  readonly code: string
  readonly pin: Pin | undefined
  readonly onClose: () => void
}
export function BoardPanel({ id, page, code, pin, onClose }: BoardPanelProps) {
  const { t } = useTranslation()
  useLayer(true, onClose)
  const { data, error, refetch } = useQuery({
    ...query(vehicleById, { params: { id } }),
    refetchInterval: 60_000,
    retry: (count, failure: Error) =>
      count < 2 && !(failure instanceof ApiError && failure.status >= 400 && failure.status < 500),
  })
  const panel = panels.get(code)
  const plate = pin?.plate ?? data?.plate ?? ''
  return (
    <aside className={classes.panel} aria-label={plate} data-layer>
      <header className={classes.panelHead}>
        <Link
          to="/services/$service/$vehicleId"
          params={{ service: page, vehicleId: String(id) }}
          className={classes.panelPlate}
        >
          {plate}
        </Link>
        {data !== undefined && <StatusDot status={pin?.status ?? data.status} withWord />}
        <Tooltip label={t('overviews.on_map')}>
          <Link
            to="/global-map"
            search={{ v: id, tab: code }}
            aria-label={t('overviews.on_map')}
            className={classes.toMap}
          >
            <IconMap2 size={18} aria-hidden />
          </Link>
        </Tooltip>
        <ActionIcon aria-label={t('ui.close')} onClick={onClose}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </header>
      <div className={classes.panelBody}>
        {data === undefined || panel === undefined ? (
          <LoadingRows error={error} onRetry={() => void refetch()} rows={8} />
        ) : (
          <Speed value={pin?.speed}>
            <Ignition value={pin?.ignition}>
              <Suspense fallback={<LoadingRows error={null} onRetry={onClose} rows={8} />}>
                <ServicePanel of={panel} vehicle={data} pin={pin} />
              </Suspense>
            </Ignition>
          </Speed>
        )}
      </div>
    </aside>
  )
}
