// The fields of a hub or point of interest: what it is called, where it is (by the map, by an address, by numbers), and how large.
import { usePointSelection } from '@flotta/ui/map/point.tsx'
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { Button, ColorInput, Group, Slider, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconCrosshair } from '@tabler/icons-react'
import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PickedPlace } from '../../../places/geocoding/rules.ts'
import { placeAt } from '../../../places/geocoding/web/Address.tsx'
import { PlaceSearch } from '../../../places/geocoding/web/PlaceSearch.tsx'
import { RADIUS } from '../contract.ts'
import { coordinatesIn } from '../rules.ts'
import classes from './areas.module.css'
import type { Draft, Form } from './form.ts'

const SWATCHES = [
  '#000000',
  '#2e51bb',
  '#1c7ed6',
  '#0c8599',
  '#2f9e44',
  '#f59f00',
  '#e8590c',
  '#d32929',
  '#c2255c',
  '#9c36b5',
  '#5f3dc4',
  '#495057',
]

export interface AreaFieldsProps {
  readonly form: UseFormReturnType<Form>
  readonly id: number
  readonly labels: Readonly<Record<keyof Form, string>>
  readonly onDraft: (draft: Draft | null) => void
}
export function AreaFields({ form, id, labels, onDraft }: AreaFieldsProps) {
  const { t } = useTranslation()
  const { choose, isChoosing } = usePointSelection()
  /** Parts of the address that were asked for and that nobody knows. */
  const [unknownParts, setUnknown] = useState<ReadonlySet<string>>(new Set())
  const { name, color, radius, latitude, longitude } = form.values
  const forms = useRef(form)
  forms.current = form

  useEffect(() => {
    onDraft({
      id,
      name,
      color,
      radius,
      latitude,
      longitude,
      setRadius: metres => forms.current.setFieldValue('radius', metres),
    })
  }, [onDraft, id, name, color, radius, latitude, longitude])
  useEffect(() => () => onDraft(null), [onDraft])

  const take = (place: PickedPlace) => {
    form.setValues({ ...place })
    form.clearFieldError('latitude')
    form.clearFieldError('longitude')
    setUnknown(
      new Set((['address', 'city', 'zip_code'] as const).filter(part => place[part] === '')),
    )
  }
  const placeHere = async (at: { readonly latitude: number; readonly longitude: number }) => {
    form.setValues({ latitude: at.latitude, longitude: at.longitude })
    try {
      take(await placeAt(at))
    } catch (error) {
      // the point stands; its address can be typed
      toast.failed(error)
    }
  }
  const pick = async () => {
    const start = latitude === '' || longitude === '' ? undefined : { latitude, longitude }
    const point = await choose({ start })
    if (point !== null) await placeHere(point)
  }
  const paste = (event: ClipboardEvent) => {
    const pair = coordinatesIn(event.clipboardData.getData('text'))
    if (pair === null) return
    event.preventDefault()
    void placeHere(pair)
  }
  const degrees = { decimals: 6, hideControls: true, onPaste: paste, inputMode: 'text' as const }
  const unless = (part: 'address' | 'city' | 'zip_code') =>
    unknownParts.has(part) ? t(`geocoding.unknown.${part}`) : undefined
  return (
    <>
      <Group grow gap="sm" align="flex-start" wrap="nowrap">
        <TextInput
          {...form.getInputProps('code')}
          label={labels.code}
          required
          withAsterisk={false}
          maxLength={30}
          autoComplete="off"
        />
        <ColorInput
          {...form.getInputProps('color')}
          label={labels.color}
          required
          withAsterisk={false}
          format="hex"
          swatches={SWATCHES}
          swatchesPerRow={6}
          withEyeDropper={false}
        />
      </Group>
      <TextInput
        {...form.getInputProps('name')}
        label={labels.name}
        required
        withAsterisk={false}
        maxLength={100}
        autoComplete="off"
      />
      <fieldset className={classes.point}>
        <legend>{t('areas.where')}</legend>
        <PlaceSearch onPick={take} clears />
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
      {latitude === '' && (
        <Text size="sm" c="dimmed">
          {t('areas.no_point')}
        </Text>
      )}
    </>
  )
}
