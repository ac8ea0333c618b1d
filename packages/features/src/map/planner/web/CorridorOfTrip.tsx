// The button "make an area of it": the route of a trip, saved or still being planned, becomes a corridor, as a hub or a point of interest that alerts can
// use.
import type { AreaKind } from '@flotta/core/alerts.ts'
import { decodePolyline, thin } from '@flotta/core/geo.ts'
import { call } from '@flotta/ui/api.ts'
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { FormDrawer } from '@flotta/ui/FormDrawer.tsx'
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { refresh } from '@flotta/ui/resource/useRecords.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { fieldErrors } from '@flotta/ui/zod-form.ts'
import { Button, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hubs, pois } from '../../areas/contract.ts'
import { DEFAULTS, POINTS, WIDTH } from '../../areas/shape.ts'

const resources = { hub: hubs, poi: pois } as const
const kinds: readonly AreaKind[] = ['hub', 'poi']
/** The longest code that is proposed for an area. */
const LONGEST_CODE = 20

/** The points of a route, thinned to as many as a corridor may have. */
function corridorOf(geometry: string): [longitude: number, latitude: number][] {
  const points = decodePolyline(geometry)
  const indexes = thin(
    points.map(([latitude]) => latitude),
    points.map(([, longitude]) => longitude),
    POINTS.most,
  )
  return indexes.map(i => {
    const [latitude, longitude] = points[i] ?? [0, 0]
    return [longitude, latitude]
  })
}

export interface TripWay {
  /** The name of the trip; empty: it has none yet. */
  readonly name: string
  /** Its route, as an encoded polyline. */
  readonly geometry: string
}
export function CorridorOfTrip(way: TripWay) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <CorridorButton name={way.name} onClick={() => setOpen(true)} />
      {isOpen && <CorridorDrawer {...way} onClose={() => setOpen(false)} />}
    </>
  )
}

export function CorridorButton({
  name,
  onClick,
}: {
  readonly name: string
  readonly onClick: () => void
}) {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconRoute size={14} aria-hidden />}
      onClick={onClick}
      aria-label={titleOf(name, t)}
    >
      {t('planner.corridor')}
    </Button>
  )
}

const titleOf = (name: string, t: TFunction): string =>
  name === '' ? t('planner.corridor') : t('planner.corridor_of', { name })

interface NewCorridor {
  readonly name: string
  readonly code: string
  /** Metres. */
  readonly width: number
}
/** Stores the route as an area and confirms it; `errors` are those of the fields. */
function useSaveCorridor(geometry: string, onSaved: () => void) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isSending, setSending] = useState(false)
  const save = async (kind: AreaKind, { name, code, width }: NewCorridor) => {
    if (isSending) return
    setSending(true)
    try {
      const shape = { type: 'corridor' as const, points: corridorOf(geometry), width }
      await call(resources[kind].create, { body: { name, code, color: '#2e51bb', shape } })
      toast.success(t(`areas.made.${kind}`, { code }))
      await refresh(queries, resources[kind])
      onSaved()
    } catch (error) {
      const answered = fieldErrors(error)
      if (answered === null) toast.failed(error)
      else setErrors({ ...answered, width: answered['shape.width'] ?? answered.shape ?? '' })
    } finally {
      setSending(false)
    }
  }
  return { save, errors, isSending }
}

/** Rendered outside of other forms, because it is a form itself. */
export function CorridorDrawer({
  name: tripName,
  geometry,
  onClose,
}: TripWay & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { save, errors, isSending } = useSaveCorridor(geometry, onClose)
  const [kind, setKind] = useState<AreaKind>('poi')
  const [name, setName] = useState(tripName)
  const [code, setCode] = useState(tripName.slice(0, LONGEST_CODE))
  const [width, setWidth] = useState<number | ''>(DEFAULTS.width)
  return (
    <FormDrawer onClose={onClose} title={titleOf(tripName, t)}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void save(kind, { name, code, width: width === '' ? 0 : width })
        }}
      >
        <Stack gap="md">
          <SegmentedControl
            fullWidth
            value={kind}
            onChange={value => setKind(kinds.find(k => k === value) ?? 'poi')}
            data={kinds.map(value => ({ value, label: t(`areas.one.${value}`) }))}
          />
          <TextInput
            label={t('areas.name')}
            value={name}
            onChange={event => setName(event.currentTarget.value)}
            error={errors.name}
          />
          <TextInput
            label={t('areas.code')}
            value={code}
            onChange={event => setCode(event.currentTarget.value)}
            error={errors.code}
          />
          <NumberField
            label={t('areas.width')}
            value={width}
            onChange={value => setWidth(typeof value === 'number' ? value : '')}
            error={errors.width}
            min={WIDTH.least}
            max={WIDTH.most}
            suffix=" m"
          />
          <FormButtons label={t('ui.list.save')} onCancel={onClose} isPending={isSending} />
        </Stack>
      </form>
    </FormDrawer>
  )
}
