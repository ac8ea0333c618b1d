// The screen of hubs, or of points of interest: the map, and a card for each area beside it. A
// click on either selects the area; the edge of the selected area can be dragged.
import { contains } from '@flotta/core/searchable.ts'
import { query } from '@flotta/ui/api.ts'
import { PHONE } from '@flotta/ui/BarPanel.tsx'
import { Areas, areaPlace } from '@flotta/ui/map/Areas.tsx'
import { boxOf, type CoveredEdges, type Place, type Subject } from '@flotta/ui/map/camera.ts'
import { circleBox } from '@flotta/ui/map/circle.ts'
import { MapView } from '@flotta/ui/map/MapView.tsx'
import { usePointSelection } from '@flotta/ui/map/point.tsx'
import { MapStage, usePlace, useStage, useSubject } from '@flotta/ui/map/stage.tsx'
import { MapTools } from '@flotta/ui/map/Tools.tsx'
import { useListAddress } from '@flotta/ui/resource/useRecords.ts'
import { Sheet, type SheetHeight } from '@flotta/ui/Sheet.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { useBaseMap } from '../../../places/basemap/web/useBaseMap.ts'
import type { Area } from '../contract.ts'
import type { AreaKind } from '../rules.ts'
import { AreaList } from './AreaList.tsx'
import { HubsSearch, PoisSearch } from './address.ts'
import classes from './areas.module.css'
import { drawnArea } from './drawn.ts'
import { type Draft, NEW } from './form.ts'
import { areaKinds, useAreaKind } from './kinds.tsx'
import { useResize } from './useResize.ts'

const LIST_WIDTH = 380
/**
 * All areas are shown no nearer than this, and one that is only in its form no nearer than that.
 */
const ALL_ZOOM = 12
const DRAFT_ZOOM = 16
/** Height of the sheet's peek, CSS pixels. */
const PEEK = 112
const ALL = 'areas'
const NONE: readonly Area[] = []
const matchesWords = (area: Area, words: string) =>
  [area.code, area.name, area.address, area.city].some(
    text => text !== null && contains(text, words),
  )

export function AreasScreen({ kind }: { readonly kind: AreaKind }) {
  return (
    <MapStage key={kind}>
      <Screen kind={kind} />
    </MapStage>
  )
}

function Screen({ kind }: { readonly kind: AreaKind }) {
  const { t } = useTranslation()
  const { resource, param } = areaKinds[kind]
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false }) ?? false
  const address = useListAddress()
  const navigate = useNavigate()
  const searchParams = useSearch({ strict: false })
  const selected =
    (kind === 'hub' ? HubsSearch.parse(searchParams).h : PoisSearch.parse(searchParams).p) ?? null
  const areas = useQuery(query(resource.all, {}))
  const all = areas.data ?? NONE
  const mayEdit = useMay(resource.update)
  const [active, setActive] = useState<number | null>(null)
  const [draft, setDraft] = useState<Draft | null>(null)
  const cardKind = useAreaKind(kind, setDraft)
  const { camera } = useStage()
  const { isChoosing } = usePointSelection()
  const { view, drawable, layers } = useBaseMap()
  const [sheet, setSheet] = useState<SheetHeight>('half')
  const resize = useResize(resource)

  const shown = useMemo(
    () => (address.search === '' ? all : all.filter(area => matchesWords(area, address.search))),
    [all, address.search],
  )
  const latest = useRef({ all, active, selected, shown })
  latest.current = { all, active, selected, shown }

  const lead = useCallback(
    (id: number) => void navigate({ to: '.', search: (old: object) => ({ ...old, [param]: id }) }),
    [navigate, param],
  )
  const select = useCallback(
    (id: number) => {
      // While a form is open, clicks on the map select nothing.
      if (latest.current.active !== null) return
      if (id === latest.current.selected) camera.again()
      else lead(id)
    },
    [camera, lead],
  )
  const edit = useCallback((id: number) => setActive(id), [])
  const close = useCallback(() => setActive(null), [])
  const onMade = useCallback(({ id }: Area) => lead(id), [lead])

  // The address names an area that does not exist: the user is told, and the address drops it.
  const missing =
    areas.data !== undefined && selected !== null && !areas.data.some(area => area.id === selected)
  useEffect(() => {
    if (!missing) return
    toast.error(t(kind === 'hub' ? 'global_map.hub_failed' : 'global_map.poi_failed'), {
      id: 'area-failed',
    })
    void navigate({
      to: '.',
      search: (old: object) => ({ ...old, [param]: undefined }),
      replace: true,
    })
  }, [missing, navigate, param, kind, t])

  const highlightedId = active ?? selected
  const began = useRef(selected === null)
  const subject = useMemo<Subject | null>(() => {
    if (selected !== null)
      return { key: areaPlace(kind, selected), names: [areaPlace(kind, selected)] }
    return began.current ? { key: ALL, names: [ALL] } : null
  }, [kind, selected])
  useSubject(subject)
  // The map shows all areas once, when they are loaded; later changes do not move it.
  const [everywhere, setEverywhere] = useState<Place | null>(null)
  if (everywhere === null && all.length > 0) setEverywhere(placeOf(all))
  usePlace(ALL, everywhere)

  const deferredDraft = useDeferredValue(draft)
  const drawnAreas = useMemo(
    () => withDraft(shown, all, selected, deferredDraft),
    [shown, all, selected, deferredDraft],
  )
  const hasPoint = draft !== null && draft.latitude !== '' && draft.longitude !== ''
  useShownDraft(draft)

  const onResize = useCallback(
    (id: number, radius: number) => {
      if (draft !== null && draft.id === id) return draft.setRadius(radius)
      const area = latest.current.all.find(a => a.id === id)
      return area === undefined ? undefined : resize(area, radius)
    },
    [draft, resize],
  )
  const showAll = () => {
    const place = placeOf(latest.current.shown)
    if (place !== null) camera.show(place)
  }
  const coveredArea = useMemo<CoveredEdges>(() => {
    if (!phone) return { top: 0, right: 0, bottom: 0, left: LIST_WIDTH }
    return {
      top: 0,
      right: 0,
      bottom: sheet === 'peek' || isChoosing ? PEEK : Math.round(window.innerHeight * 0.5),
      left: 0,
    }
  }, [phone, sheet, isChoosing])

  const list = (
    <AreaList
      kind={kind}
      cardKind={cardKind}
      all={areas.data}
      shown={shown}
      error={areas.error}
      onRetry={() => void areas.refetch()}
      address={address}
      selected={selected}
      active={active}
      mayEdit={mayEdit}
      onSelect={select}
      onEdit={edit}
      onClose={close}
      onMade={onMade}
    />
  )
  return (
    <div className={classes.screen} data-phone={phone || undefined}>
      {drawable && !areas.isPending && (
        <MapView
          {...view}
          covered={coveredArea}
          label={t('areas.map', { what: t(`areas.title.${kind}`) })}
        >
          <Areas
            kind={kind}
            areas={drawnAreas}
            selected={highlightedId === NEW && !hasPoint ? null : highlightedId}
            onSelect={select}
            onResize={mayEdit ? onResize : undefined}
          />
          <MapTools onShowAll={showAll} layers={layers} />
        </MapView>
      )}
      {phone ? (
        <Sheet
          height={isChoosing ? 'peek' : sheet}
          onHeight={setSheet}
          label={t(`areas.title.${kind}`)}
          peek={PEEK - 24}
        >
          {list}
        </Sheet>
      ) : (
        <aside
          className={classes.list}
          style={{ width: LIST_WIDTH }}
          aria-label={t(`areas.title.${kind}`)}
        >
          {list}
        </aside>
      )}
    </div>
  )
}

function placeOf(areas: readonly Area[]): Place | null {
  const box = boxOf(areas)
  return box === null ? null : { box, zoom: ALL_ZOOM }
}

/**
 * What the map draws: those that the search finds, always the selected one, and what stands in the
 * open form.
 */
function withDraft(
  shown: readonly Area[],
  all: readonly Area[],
  selected: number | null,
  draft: Draft | null,
) {
  const highlightedId = all.find(area => area.id === selected)
  const areas =
    highlightedId === undefined || shown.includes(highlightedId) ? shown : [...shown, highlightedId]
  const drawn = areas.map(drawnArea)
  const isOutlined = draft !== null && drawn.some(a => a.id === draft.id && a.ring !== undefined)
  if (
    draft === null ||
    isOutlined ||
    draft.latitude === '' ||
    draft.longitude === '' ||
    draft.radius === ''
  )
    return drawn
  const { id, name, latitude, longitude } = draft
  const color = /^#[0-9a-f]{6}$/i.test(draft.color) ? draft.color : '#000000'
  return [
    ...drawn.filter(area => area.id !== id),
    { id, name, color, latitude, longitude, radius: Math.max(1, draft.radius) },
  ]
}

/** Another point of the open form comes into view. */
function useShownDraft(draft: Draft | null): void {
  const { camera } = useStage()
  const { id, latitude = '', longitude = '', radius = '' } = draft ?? {}
  const size = useRef(radius)
  size.current = radius
  const before = useRef<string | null>(null)
  useEffect(() => {
    const now =
      id === undefined || latitude === '' || longitude === '' ? null : `${latitude} ${longitude}`
    const hasMoved =
      now !== null && before.current !== now && (before.current !== null || id === NEW)
    before.current = now
    if (!hasMoved || latitude === '' || longitude === '') return
    camera.show({
      box: circleBox({ latitude, longitude, radius: size.current === '' ? 1 : size.current }),
      zoom: DRAFT_ZOOM,
    })
  }, [camera, id, latitude, longitude])
}
