// The fields of a hub or point of interest: what it is called, where it is (by the map, by an
// address, by numbers), and how large.

import { ColorField, colorSwatches } from '@flotta/ui/ColorField.tsx'
import { FormSection } from '@flotta/ui/FormDrawer.tsx'
import { RequiredText } from '@flotta/ui/form-fields.tsx'
import { usePointSelection } from '@flotta/ui/map/point.tsx'
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { Button, Group, Slider, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconCrosshair } from '@tabler/icons-react'
import { type ClipboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PickedPlace } from '../../../places/geocoding/rules.ts'
import { PlaceSearch } from '../../../places/geocoding/web/PlaceSearch.tsx'
import { RADIUS } from '../contract.ts'
import { coordinatesIn } from '../rules.ts'
import classes from './areas.module.css'
import type { Draft, Form } from './form.ts'
import { ShapeFields } from './ShapeFields.tsx'
import { type AddressPart, type Point, useAreaPoint } from './useAreaPoint.ts'

/** Includes black, which no fleet has. */
const SWATCHES = ['#000000', ...colorSwatches.filter(color => color !== '#74b816')]

export interface AreaFieldsProps {
  readonly form: UseFormReturnType<Form>
  readonly id: number
  readonly labels: Readonly<Record<keyof Form, string>>
  readonly onDraft: (draft: Draft | null) => void
}
export function AreaFields({ form, id, labels, onDraft }: AreaFieldsProps) {
  const { t } = useTranslation()
  useDraftReport(form, id, onDraft)
  const { unknownParts, take, placeHere, addressOf } = useAreaPoint(form)
  const fields = { form, labels }
  const isCircle = form.values.shape.type === 'circle'
  return (
    <>
      <FormSection title={t('areas.section.name')}>
        <Group grow gap="sm" align="flex-start" wrap="nowrap">
          <RequiredText {...form.getInputProps('code')} label={labels.code} maxLength={30} />
          <ColorField {...form.getInputProps('color')} label={labels.color} swatches={SWATCHES} />
        </Group>
        <RequiredText {...form.getInputProps('name')} label={labels.name} maxLength={100} />
      </FormSection>
      <FormSection title={t('areas.section.shape')}>
        <ShapeFields form={form} onDrawn={shape => void addressOf(shape)} />
        {isCircle && (
          <>
            <PointFields {...fields} onPick={take} onPoint={placeHere} />
            <RadiusFields {...fields} />
          </>
        )}
        {isCircle && form.values.latitude === '' && (
          <Text size="sm" c="dimmed">
            {t('areas.no_point')}
          </Text>
        )}
      </FormSection>
      <FormSection title={t('areas.section.address')}>
        <AddressFields {...fields} unknownParts={unknownParts} />
      </FormSection>
    </>
  )
}

/** Reports the content of the form to the screen, so that the map draws it. */
function useDraftReport(
  form: UseFormReturnType<Form>,
  id: number,
  onDraft: (draft: Draft | null) => void,
): void {
  const { name, color, shape, radius, latitude, longitude } = form.values
  const forms = useRef(form)
  forms.current = form
  useEffect(() => {
    onDraft({
      id,
      name,
      color,
      shape,
      radius,
      latitude,
      longitude,
      setRadius: metres => forms.current.setFieldValue('radius', metres),
    })
  }, [onDraft, id, name, color, shape, radius, latitude, longitude])
  useEffect(() => () => onDraft(null), [onDraft])
}

type FieldsProps = Pick<AreaFieldsProps, 'form' | 'labels'>

interface PointFieldsProps extends FieldsProps {
  readonly onPick: (place: PickedPlace) => void
  readonly onPoint: (point: Point) => Promise<void>
}
/** The point: by a search, by a click on the map, or by its coordinates. */
function PointFields({ form, labels, onPick, onPoint }: PointFieldsProps) {
  const { t } = useTranslation()
  const { choose, isChoosing } = usePointSelection()
  const { latitude, longitude } = form.values
  const pick = async () => {
    const start = latitude === '' || longitude === '' ? undefined : { latitude, longitude }
    const point = await choose({ start })
    if (point !== null) await onPoint(point)
  }
  const paste = (event: ClipboardEvent) => {
    const pair = coordinatesIn(event.clipboardData.getData('text'))
    if (pair === null) return
    event.preventDefault()
    void onPoint(pair)
  }
  const degrees = { decimals: 6, hideControls: true, onPaste: paste, inputMode: 'text' as const }
  return (
    <fieldset className={classes.point}>
      <legend>{t('areas.where')}</legend>
      <PlaceSearch onPick={onPick} clears />
      <Button
        variant="default"
        leftSection={<IconCrosshair size={16} aria-hidden />}
        onClick={() => void pick()}
        disabled={isChoosing}
      >
        {t('areas.choose_point')}
      </Button>
      <Group grow gap="sm" align="flex-start" wrap="nowrap">
        <NumberField
          {...form.getInputProps('latitude')}
          {...degrees}
          label={labels.latitude}
          required
          withAsterisk={false}
          min={-90}
          max={90}
        />
        <NumberField
          {...form.getInputProps('longitude')}
          {...degrees}
          label={labels.longitude}
          required
          withAsterisk={false}
          min={-180}
          max={180}
        />
      </Group>
    </fieldset>
  )
}

function RadiusFields({ form, labels }: FieldsProps) {
  const { radius } = form.values
  return (
    <div>
      <NumberField
        {...form.getInputProps('radius')}
        label={labels.radius}
        required
        withAsterisk={false}
        min={RADIUS.least}
        max={RADIUS.most}
        suffix=" m"
      />
      <Slider
        mt={8}
        mb={4}
        min={RADIUS.least}
        max={RADIUS.most}
        value={radius === '' ? RADIUS.least : radius}
        onChange={metres => form.setFieldValue('radius', metres)}
        label={metres => `${metres} m`}
        thumbLabel={labels.radius}
      />
    </div>
  )
}

interface AddressFieldsProps extends FieldsProps {
  readonly unknownParts: ReadonlySet<string>
}
function AddressFields({ form, labels, unknownParts }: AddressFieldsProps) {
  const { t } = useTranslation()
  const unless = (part: AddressPart) =>
    unknownParts.has(part) ? t(`geocoding.unknown.${part}`) : undefined
  return (
    <>
      <TextInput
        {...form.getInputProps('address')}
        label={labels.address}
        placeholder={unless('address')}
        maxLength={200}
        autoComplete="off"
      />
      <div className={classes.town}>
        <TextInput
          {...form.getInputProps('zip_code')}
          label={labels.zip_code}
          placeholder={unless('zip_code')}
          maxLength={20}
          autoComplete="off"
        />
        <TextInput
          {...form.getInputProps('city')}
          label={labels.city}
          placeholder={unless('city')}
          maxLength={100}
          autoComplete="off"
        />
      </div>
    </>
  )
}
