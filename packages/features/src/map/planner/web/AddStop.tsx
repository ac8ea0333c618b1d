// Adds a place: found by its address, picked on the map, or one of the company's hubs.
import { query } from '@flotta/ui/api.ts'
import { useFocusAfterAdding } from '@flotta/ui/focus.ts'
import { usePointSelection } from '@flotta/ui/map/point.tsx'
import { useStage } from '@flotta/ui/map/stage.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { Button, Group, Select } from '@mantine/core'
import { IconHexagon, IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { placeAt } from '../../../places/geocoding/web/Address.tsx'
import { PlaceSearch } from '../../../places/geocoding/web/PlaceSearch.tsx'
import { type Area, hubs } from '../../areas/contract.ts'
import type { Stop } from '../contract.ts'
import { type DraftStop, stopOf } from '../draft.ts'
import { MOST_WAYPOINTS } from '../rules.ts'
import classes from './planner.module.css'

/** Options that are shown; a list of a thousand is searched, not scrolled. */
const SHOWN = 50

export interface AddStopProps {
  readonly count: number
  /** The first target of the camera. */
  readonly start: Stop | undefined
  readonly onAdd: (stop: DraftStop) => void
}

const newKey = () => crypto.randomUUID()

export function AddStop({ count, start, onAdd }: AddStopProps) {
  const { t } = useTranslation()
  const { map } = useStage()
  const { choose, isChoosing } = usePointSelection()
  const [fromHub, setFromHub] = useState(false)
  const hubButton = useFocusAfterAdding(fromHub)
  const [isAsking, setIsAsking] = useState(false)
  const { data: all } = useQuery({ ...query(hubs.all, {}), staleTime: 60_000 })
  const point = async () => {
    const spot = await choose(
      start === undefined ? {} : { start: { latitude: start.lat, longitude: start.lng } },
    )
    if (spot === null) return
    setIsAsking(true)
    try {
      onAdd(stopOf(await placeAt(spot), newKey()))
    } catch (error) {
      // Without an address the place still has its position.
      toast.failed(error)
      onAdd(stopOf({ ...spot, address: '', city: '', zip_code: '' }, newKey()))
    } finally {
      setIsAsking(false)
    }
  }
  if (count >= MOST_WAYPOINTS)
    return <p className={classes.quiet}>{t('planner.most_stops', { count: MOST_WAYPOINTS })}</p>
  return (
    <div className={classes.add}>
      <PlaceSearch
        clears
        label={t('planner.add_stop')}
        onPick={place => onAdd(stopOf(place, newKey()))}
      />
      <Group gap="xs">
        {map !== null && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconMapPin size={14} aria-hidden />}
            loading={isAsking}
            disabled={isChoosing}
            onClick={() => void point()}
          >
            {t('planner.on_map')}
          </Button>
        )}
        {(all?.length ?? 0) > 0 && (
          <Button
            ref={hubButton}
            variant="default"
            size="compact-sm"
            leftSection={<IconHexagon size={14} aria-hidden />}
            aria-expanded={fromHub}
            onClick={() => setFromHub(!fromHub)}
          >
            {t('planner.from_hub')}
          </Button>
        )}
      </Group>
      {fromHub && all !== undefined && (
        <HubSelect
          options={all}
          onPick={hub => {
            onAdd(stopAtHub(hub))
            setFromHub(false)
          }}
        />
      )}
    </div>
  )
}

/** A stop bears the name of its hub before the address. */
const stopAtHub = ({ latitude, longitude, name, address, city, zip_code }: Area): DraftStop =>
  stopOf(
    {
      latitude,
      longitude,
      address: address === null ? name : `${name}, ${address}`,
      city: city ?? '',
      zip_code: zip_code ?? '',
    },
    newKey(),
  )

interface HubSelectProps {
  readonly options: readonly Area[]
  readonly onPick: (hub: Area) => void
}
function HubSelect({ options, onPick }: HubSelectProps) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('planner.hub')}
      data={options.map(({ id, name, code }) => ({
        value: String(id),
        label: `${name} (${code})`,
      }))}
      value={null}
      searchable
      autoFocus
      limit={SHOWN}
      nothingFoundMessage={t('planner.no_such_hub')}
      onChange={id => {
        const hub = options.find(option => String(option.id) === id)
        if (hub !== undefined) onPick(hub)
      }}
    />
  )
}
