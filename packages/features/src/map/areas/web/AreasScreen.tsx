// The screen of hubs, or of points of interest: the map, and a card for each area beside it. A
// click on either selects the area; the edge of the selected area can be dragged.
import { Areas } from '@flotta/ui/map/Areas.tsx'
import { MapView } from '@flotta/ui/map/MapView.tsx'
import { useDrawing } from '@flotta/ui/map/OutlineDrawer.tsx'
import type { CoveredEdges } from '@flotta/ui/map/place.ts'
import { MapStage } from '@flotta/ui/map/stage.tsx'
import { MapTools } from '@flotta/ui/map/Tools.tsx'
import { usePhone } from '@flotta/ui/screen-size.ts'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useBaseMap } from '../../../places/basemap/web/useBaseMap.ts'
import type { AreaKind } from '../rules.ts'
import { AreaList } from './AreaList.tsx'
import { AreasFrame } from './AreasFrame.tsx'
import { drawnWithDraft } from './drawn.ts'
import { NEW } from './form.ts'
import { useAreas } from './useAreas.ts'
import { useAreaView } from './useAreaView.ts'

export function AreasScreen({ kind }: { readonly kind: AreaKind }) {
  return (
    <MapStage key={kind}>
      <Screen kind={kind} />
    </MapStage>
  )
}

function Screen({ kind }: { readonly kind: AreaKind }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const state = useAreas(kind)
  const { data, error, onRetry } = state.areas
  return (
    <AreasFrame
      phone={phone}
      label={t(`areas.title.${kind}`)}
      map={covered => <AreasMap kind={kind} state={state} covered={covered} />}
      list={
        <AreaList
          kind={kind}
          cardKind={state.cardKind}
          all={data}
          shown={state.shown}
          error={error}
          onRetry={onRetry}
          address={state.address}
          selected={state.selected}
          active={state.active}
          mayEdit={state.mayEdit}
          onSelect={state.onSelect}
          onEdit={state.onEdit}
          onClose={state.onClose}
          onMade={state.onMade}
        />
      }
    />
  )
}

interface AreasMapProps {
  readonly kind: AreaKind
  readonly state: ReturnType<typeof useAreas>
  readonly covered: CoveredEdges
}
function AreasMap({ kind, state, covered }: AreasMapProps) {
  const { t } = useTranslation()
  const { all, shown, selected, active, draft, mayEdit } = state
  const { view, drawable, layers } = useBaseMap()
  const showAreas = useAreaView(kind, all, selected, draft)
  const deferredDraft = useDeferredValue(draft)
  const { isDrawing } = useDrawing()
  const areas = useMemo(() => {
    const mapAreas = drawnWithDraft(shown, all, selected, deferredDraft)
    // While an area is being drawn, its stored shape is hidden.
    return isDrawing ? mapAreas.filter(area => area.id !== deferredDraft?.id) : mapAreas
  }, [shown, all, selected, deferredDraft, isDrawing])
  const hasPoint = areas.some(area => area.id === NEW)
  const highlightedId = active ?? selected
  // The map waits for the areas, so that it opens where they are.
  if (!drawable || state.areas.isPending) return null
  return (
    <MapView {...view} covered={covered} label={t('areas.map', { what: t(`areas.title.${kind}`) })}>
      <Areas
        kind={kind}
        areas={areas}
        selected={highlightedId === NEW && !hasPoint ? null : highlightedId}
        onSelect={state.onSelect}
        onResize={mayEdit ? state.onResize : undefined}
      />
      <MapTools onShowAll={() => showAreas(shown)} layers={layers} />
    </MapView>
  )
}
