// Drawing a line or ring on the map of the screen: a press adds a point, a handle moves or removes one, by pointer or by keys.
import { Alert, Button } from '@mantine/core'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useId, useMemo, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLayer } from '../layers.ts'
import { DrawingHandles } from './DrawingHandles.tsx'
import { drawingLayers, featuresOfDrawing, showDrawing } from './drawing-layers.ts'
import { beginDrawing, drawStep } from './drawing-steps.ts'
import { boxOfLines, pointAt } from './place.ts'
import { spotOf, useCentre, useEnterKey, useMapFocus, usePress } from './pointing.ts'
import { type Drawing, type DrawnPoint, useNearer, useStage } from './stage.tsx'

/** Zoom at which the map shows the first point. */
const DRAW_ZOOM = 14

/** `draw(wish)` lets the person draw the points of a line or ring, and resolves with null when the person cancels. */
export function useDrawing() {
  const { draw, drawing } = useStage()
  return { draw, isDrawing: drawing !== null }
}

/** Shows nothing until `draw` is called. Without a drawable map it resolves with null. */
export function OutlineDrawer({ drawable }: { readonly drawable: boolean }) {
  const { map, drawing } = useStage()
  useEffect(() => {
    if (!drawable) drawing?.end(null)
  }, [drawable, drawing])
  return drawing === null || map === null ? null : <Drawer map={map} drawing={drawing} />
}

const pointOf = (spot: ReturnType<typeof spotOf>): DrawnPoint => [spot.longitude, spot.latitude]

function Drawer({ map, drawing }: { readonly map: MapLibre; readonly drawing: Drawing }) {
  const { end, least, most, faultOf } = drawing
  const [{ points, before }, step] = useReducer(drawStep(most), drawing.points, beginDrawing)
  const [selected, setSelected] = useState<number | null>(null)
  const fault = useMemo(
    () => (points.length < least ? null : faultOf(points)),
    [points, least, faultOf],
  )
  const hint = useId()
  const cross = useRef<HTMLSpanElement>(null)
  const add = (spot: ReturnType<typeof spotOf>) => step({ does: 'add', point: pointOf(spot) })
  const addHere = () => add(spotOf(map.getCenter()))
  const remove = (at: number) => {
    step({ does: 'remove', at })
    setSelected(null)
    if (at === points.length - 1) map.getCanvas().focus({ preventScroll: true })
  }
  useNearer(true)
  useLayer(true, () => end(null))
  useStartOfDrawing(drawing)
  useMapFocus(map, hint)
  useCentre(map, cross)
  usePress(map, add)
  useEnterKey(map, addHere)
  useDrawnOutline(map, drawing, points, fault?.at ?? null)
  return (
    <>
      <span ref={cross} className="flotta-cross" aria-hidden />
      <DrawingHandles
        map={map}
        points={points}
        isRing={drawing.isRing}
        canAdd={points.length < most}
        selected={selected}
        onSelect={setSelected}
        onStep={step}
        onRemove={remove}
      />
      <Tools
        hint={hint}
        count={points.length}
        fault={fault?.text ?? null}
        canEnd={points.length >= least && fault === null}
        onAdd={addHere}
        onRemove={selected === null ? null : () => remove(selected)}
        onUndo={before.length === 0 ? null : () => step({ does: 'undo' })}
        onCancel={() => end(null)}
        onEnd={() => end(points)}
      />
    </>
  )
}

interface ToolsProps {
  readonly hint: string
  readonly count: number
  readonly fault: string | null
  readonly canEnd: boolean
  readonly onAdd: () => void
  /** null: there is nothing to remove or to undo. */
  readonly onRemove: (() => void) | null
  readonly onUndo: (() => void) | null
  readonly onCancel: () => void
  readonly onEnd: () => void
}
function Tools(props: ToolsProps) {
  const { t } = useTranslation()
  const { fault, onRemove, onUndo } = props
  return (
    <section className="flotta-point" aria-label={t('ui.map.drawing')}>
      <p id={props.hint}>{t('ui.map.drawing_hint')}</p>
      <p className="flotta-quiet flotta-figures" role="status">
        {t('ui.map.drawing_points', { count: props.count })}
      </p>
      {fault !== null && (
        <Alert color="red" p="xs" role="alert">
          {fault}
        </Alert>
      )}
      <div>
        <Button variant="default" size="compact-md" onClick={props.onAdd}>
          {t('ui.map.drawing_add')}
        </Button>
        <Button
          variant="default"
          size="compact-md"
          disabled={onUndo === null}
          onClick={() => onUndo?.()}
        >
          {t('ui.map.drawing_undo')}
        </Button>
        <Button
          variant="default"
          size="compact-md"
          disabled={onRemove === null}
          onClick={() => onRemove?.()}
        >
          {t('ui.map.drawing_remove')}
        </Button>
      </div>
      <div>
        <Button variant="default" onClick={props.onCancel}>
          {t('ui.cancel')}
        </Button>
        <Button disabled={!props.canEnd} onClick={props.onEnd}>
          {t('ui.map.drawing_end')}
        </Button>
      </div>
    </section>
  )
}

/** The camera shows the existing points, or else the start. */
function useStartOfDrawing({ points, start }: Drawing): void {
  const { camera } = useStage()
  useEffect(() => {
    const box = boxOfLines([points])
    if (box !== null) camera.show({ box, zoom: DRAW_ZOOM + 2 })
    else if (start !== undefined)
      camera.show({ box: pointAt(start.longitude, start.latitude), zoom: DRAW_ZOOM })
  }, [camera, points, start])
}

function useDrawnOutline(
  map: MapLibre,
  { isRing, least, outlineOf }: Drawing,
  points: readonly DrawnPoint[],
  faultAt: DrawnPoint | null,
): void {
  useEffect(() => drawingLayers(map), [map])
  useEffect(() => {
    const outline = points.length < least ? null : outlineOf(points)
    showDrawing(map, featuresOfDrawing({ points, isRing, outline, faultAt }))
  }, [map, points, isRing, least, outlineOf, faultAt])
}
