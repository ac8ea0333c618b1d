// The panel of a hub or point of interest: its data, and the vehicles that are inside now.
import { ApiError, query } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import type { AreaKind } from '@flotta/ui/map/area-layers.ts'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { ActionIcon, Skeleton, Tooltip } from '@mantine/core'
import { IconBuildingWarehouse, IconStar, IconTruckOff, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fleet } from '../../../fleet/fleets/contract.ts'
import { Address } from '../../../places/geocoding/web/Address.tsx'
import { type Area, hubs, hubVehicles, pois, poiVehicles } from '../../areas/contract.ts'
import { useVehiclesInside } from '../../areas/web/useVehiclesInside.ts'
import type { Pin } from '../contract.ts'
import { Cards } from './Cards.tsx'
import classes from './map.module.css'

export const areaIcons = { hub: IconBuildingWarehouse, poi: IconStar } as const
const calls = {
  hub: { one: hubs.one, vehicles: hubVehicles },
  poi: { one: pois.one, vehicles: poiVehicles },
} as const

export interface AreaPanelProps {
  readonly kind: AreaKind
  readonly id: number
  /** Its data from the map, until the panel has loaded them. */
  readonly listedArea: Area | undefined
  /** The pins of the selected fleets; undefined while loading. */
  readonly pins: readonly Pin[] | undefined
  readonly fleets: ReadonlyMap<number, Fleet>
  readonly onSelect: (id: number) => void
  readonly onClose: () => void
}

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

export const AreaPanel = memo(function AreaPanel({
  kind,
  id,
  listedArea,
  pins,
  fleets,
  onSelect,
  onClose,
}: AreaPanelProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(query(calls[kind].one, { params: { id } }))
  const area = data ?? listedArea
  // An area that cannot be shown is reported and deselected. While the server does not answer, the
  // panel waits.
  const loadFailed = data === undefined && isRefused(error)
  const notice = t(kind === 'hub' ? 'global_map.hub_failed' : 'global_map.poi_failed')
  useEffect(() => {
    if (!loadFailed) return
    toast.error(notice, { id: 'area-failed' })
    onClose()
  }, [loadFailed, notice, onClose])
  return (
    <div className={classes.vehicle}>
      <AreaHead kind={kind} area={area} onClose={onClose} />
      {area === undefined && error !== null && !loadFailed ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <VehiclesInside
          kind={kind}
          id={id}
          pins={pins}
          fleets={fleets}
          onSelect={onSelect}
          loadFailed={loadFailed}
        />
      )}
    </div>
  )
})

type VehiclesInsideProps = Pick<AreaPanelProps, 'kind' | 'id' | 'pins' | 'fleets' | 'onSelect'> & {
  /** The area itself cannot be shown, so its panel closes. */
  readonly loadFailed: boolean
}
function VehiclesInside({ kind, id, pins, fleets, onSelect, loadFailed }: VehiclesInsideProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useVehiclesInside(calls[kind].vehicles, id)
  const enteredById = useMemo(
    () => new Map(data?.map(vehicle => [vehicle.id, vehicle.entered_at])),
    [data],
  )
  const pinsInside = useMemo(
    () => pins?.filter(pin => enteredById.has(pin.id)),
    [pins, enteredById],
  )
  const isLoaded = data !== undefined && pinsInside !== undefined
  return (
    <>
      <h3 className={classes.insideTitle}>
        {t('global_map.inside')}{' '}
        {isLoaded && <span className="flotta-quiet">{formatNumber(pinsInside.length)}</span>}
      </h3>
      {isLoaded ? (
        pinsInside.length === 0 ? (
          <Empty
            icon={IconTruckOff}
            title={t('global_map.inside_none')}
            text={t('global_map.inside_none_text')}
          />
        ) : (
          <Cards
            label={t('global_map.inside')}
            pins={pinsInside}
            fleets={fleets}
            selected={undefined}
            onSelect={onSelect}
            entered={enteredById}
          />
        )
      ) : error !== null && !loadFailed ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </>
  )
}

function AreaHead({
  kind,
  area,
  onClose,
}: Pick<AreaPanelProps, 'kind' | 'onClose'> & { readonly area: Area | undefined }) {
  const { t } = useTranslation()
  const Icon = areaIcons[kind]
  return (
    <header className={classes.vehicleHead}>
      <div className={classes.line}>
        {area === undefined ? (
          <Skeleton height={24} width={180} />
        ) : (
          <>
            <span className={classes.areaIcon} style={{ borderColor: area.color }}>
              <Icon size={18} aria-hidden />
            </span>
            <h2 className={classes.vehiclePlate}>{area.name}</h2>
          </>
        )}
        <span className={classes.grow} />
        <Tooltip label={t('global_map.area_close')}>
          <ActionIcon aria-label={t('global_map.area_close')} onClick={onClose}>
            <IconX size={18} />
          </ActionIcon>
        </Tooltip>
      </div>
      {area !== undefined && (
        <>
          <div className={classes.line} data-quiet>
            <span>{t(kind === 'hub' ? 'global_map.hub_word' : 'global_map.poi_word')}</span>
            <span>· {area.code}</span>
            {area.radius !== null && (
              <span>
                · {t('global_map.radius', { radius: formatNumber(area.radius, { unit: 'm' }) })}
              </span>
            )}
          </div>
          <div className={classes.address}>
            <Address
              place={{
                ...area,
                address: area.address ?? '',
                city: area.city ?? '',
                zip_code: area.zip_code ?? '',
              }}
            />
          </div>
          {kind === 'hub' ? (
            <Link to="/hubs" search={{ h: area.id }} className={classes.manage}>
              {t('global_map.hub_manage')}
            </Link>
          ) : (
            <Link to="/pois" search={{ p: area.id }} className={classes.manage}>
              {t('global_map.poi_manage')}
            </Link>
          )}
        </>
      )}
    </header>
  )
}
