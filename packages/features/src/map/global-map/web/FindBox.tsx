// The search on the map: a vehicle by its plate, or a place. `/` moves the focus here.
import { SegmentedControl, Tooltip, VisuallyHidden } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconMapPin, IconTruck, type TablerIcon } from '@tabler/icons-react'
import { memo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PickedPlace } from '../../../places/geocoding/rules.ts'
import { PlaceSearch } from '../../../places/geocoding/web/PlaceSearch.tsx'
import type { Pin } from '../contract.ts'
import classes from './map.module.css'
import { VehicleSearch } from './VehicleSearch.tsx'

export interface FindBoxProps {
  readonly getPins: () => readonly Pin[]
  readonly onSelect: (id: number) => void
  readonly onPlace: (place: PickedPlace) => void
}

export const FindBox = memo(function FindBox({ getPins, onSelect, onPlace }: FindBoxProps) {
  const { t } = useTranslation()
  const [what, setWhat] = useState<'vehicle' | 'place'>('vehicle')
  const input = useRef<HTMLInputElement>(null)
  useHotkeys([['/', () => input.current?.focus()]])
  const option = (value: string, word: string, Icon: TablerIcon) => ({
    value,
    label: (
      <Tooltip label={word}>
        <span className={classes.findOption}>
          <Icon size={18} aria-hidden />
          <VisuallyHidden>{word}</VisuallyHidden>
        </span>
      </Tooltip>
    ),
  })
  return (
    <div className={classes.find}>
      {what === 'vehicle' ? (
        <VehicleSearch getPins={getPins} onSelect={onSelect} inputRef={input} />
      ) : (
        <PlaceSearch onPick={onPlace} inputRef={input} />
      )}
      <SegmentedControl
        aria-label={t('global_map.find')}
        value={what}
        onChange={next => {
          setWhat(next === 'place' ? 'place' : 'vehicle')
          // The field that replaces this one gets the focus.
          requestAnimationFrame(() => input.current?.focus())
        }}
        data={[
          option('vehicle', t('global_map.find_vehicle'), IconTruck),
          option('place', t('global_map.find_place'), IconMapPin),
        ]}
      />
    </div>
  )
})
