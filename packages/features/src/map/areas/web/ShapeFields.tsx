// The shape of an area: a circle, or a polygon or corridor that is drawn on the map, with the corridor's width.

import { useDrawing } from '@flotta/ui/map/OutlineDrawer.tsx'
import { pointAt } from '@flotta/ui/map/place.ts'
import { type DrawnPoint, useStage } from '@flotta/ui/map/stage.tsx'
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { say } from '@flotta/ui/texts.ts'
import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPolygon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PlaceSearch } from '../../../places/geocoding/web/PlaceSearch.tsx'
import { DEFAULTS, POINTS, ringOf, shapeFault, WIDTH } from '../shape.ts'
import classes from './areas.module.css'
import { type Form, type FormOutline, type FormShape, filledShape } from './form.ts'

/** The zoom at which the map shows a place that was found. */
const PLACE_ZOOM = 15
const types = ['circle', 'polygon', 'corridor'] as const

interface ShapeFieldsProps {
  readonly form: UseFormReturnType<Form>
  /** Called with the new shape after each change of the drawing. */
  readonly onDrawn: (shape: FormOutline) => void
}
export function ShapeFields({ form, onDrawn }: ShapeFieldsProps) {
  const { t } = useTranslation()
  const { shape } = form.values
  return (
    <>
      <SegmentedControl
        aria-label={t('areas.shape_of.label')}
        fullWidth
        value={shape.type}
        onChange={type => {
          form.setFieldValue('shape', shapeOf(type as FormShape['type'], shape))
          form.clearFieldError('shape')
        }}
        data={types.map(value => ({ value, label: t(`areas.shape_of.${value}`) }))}
      />
      {shape.type !== 'circle' && <OutlineFields form={form} shape={shape} onDrawn={onDrawn} />}
    </>
  )
}

/** Changes the type of the shape; drawn points stay where the new type has points too. */
function shapeOf(type: FormShape['type'], before: FormShape): FormShape {
  if (type === 'circle') return { type }
  const points = before.type === 'circle' ? [] : before.points
  return type === 'polygon' ? { type, points } : { type, points, width: DEFAULTS.width }
}

function OutlineFields({
  form,
  shape,
  onDrawn,
}: ShapeFieldsProps & { readonly shape: FormOutline }) {
  const { t } = useTranslation()
  const { draw, isDrawing } = useDrawing()
  const { camera } = useStage()
  const { latitude, longitude } = form.values
  const drawOutline = async () => {
    const points = await draw({
      points: shape.points,
      ...(latitude !== '' && longitude !== '' && { start: { latitude, longitude } }),
      isRing: shape.type === 'polygon',
      least: POINTS[shape.type],
      most: POINTS.most,
      outlineOf: line => ringOf(filledShape(withPoints(shape, line))),
      faultOf: line => {
        const fault = shapeFault(filledShape(withPoints(shape, line)))
        return fault && { text: say(fault.key, fault.values), at: fault.at }
      },
    })
    if (points === null) return
    const outline = withPoints(shape, points)
    form.setFieldValue('shape', outline)
    form.clearFieldError('shape')
    onDrawn(outline)
  }
  return (
    <fieldset className={classes.point}>
      <legend>{t('areas.where')}</legend>
      {/* the map moves there; the drawing stays where it is */}
      <PlaceSearch
        onPick={({ longitude, latitude }) =>
          camera.show({ box: pointAt(longitude, latitude), zoom: PLACE_ZOOM })
        }
        clears
      />
      <Group gap="sm" wrap="nowrap">
        <Button
          variant="default"
          leftSection={<IconPolygon size={16} aria-hidden />}
          onClick={() => void drawOutline()}
          disabled={isDrawing}
        >
          {t(shape.points.length === 0 ? 'areas.draw' : 'areas.draw_again')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('ui.map.drawing_points', { count: shape.points.length })}
        </Text>
      </Group>
      {form.errors.shape !== undefined && (
        <Text size="sm" c="red" role="alert">
          {form.errors.shape}
        </Text>
      )}
      {shape.type === 'corridor' && (
        <NumberField
          label={t('areas.width')}
          value={shape.width}
          onChange={width =>
            form.setFieldValue('shape', { ...shape, width: typeof width === 'number' ? width : '' })
          }
          min={WIDTH.least}
          max={WIDTH.most}
          suffix=" m"
        />
      )}
    </fieldset>
  )
}

const withPoints = (shape: FormOutline, points: readonly DrawnPoint[]): FormOutline => ({
  ...shape,
  points: points.map(([longitude, latitude]): [number, number] => [longitude, latitude]),
})
