// The forms of hubs and points of interest: the same fields, with a point from the map or from an address.
import type { CardKind } from '@flotta/ui/resource/card-kind.ts'
import type { SheetColumn } from '@flotta/ui/resource/sheet.ts'
import type { TablerIcon } from '@tabler/icons-react'
import { IconBuildingWarehouse, IconMapPin } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { type Area, hubs, hubVehicles, pois, poiVehicles } from '../contract.ts'
import type { AreaKind } from '../rules.ts'
import { AreaFields } from './AreaFields.tsx'
import { bodyOf, type Draft, type Form, NEW } from './form.ts'

export type AreaCardKind = CardKind<typeof hubs, Form>

const schema = z.preprocess(values => bodyOf(values as Form, null), hubs.create.body)

interface AreaKindSettings {
  readonly resource: typeof hubs
  readonly vehicles: typeof hubVehicles
  readonly icon: TablerIcon
  /** The search parameter that holds the selected area. */
  readonly param: 'h' | 'p'
}
/** The two resources have the same shape, so the type of one stands for both. */
export const areaKinds: Readonly<Record<AreaKind, AreaKindSettings>> = {
  hub: { resource: hubs, vehicles: hubVehicles, icon: IconBuildingWarehouse, param: 'h' },
  poi: {
    resource: pois as unknown as typeof hubs,
    vehicles: poiVehicles as unknown as typeof hubVehicles,
    icon: IconMapPin,
    param: 'p',
  },
}

/** A new area is black, has a radius of one metre and no point. */
const NEW_FORM: Form = {
  shape: { type: 'circle' },
  name: '',
  code: '',
  color: '#000000',
  radius: 1,
  latitude: '',
  longitude: '',
  address: '',
  city: '',
  zip_code: '',
}
const formOf = ({ address, city, zip_code, radius, ...area }: Area): Form => ({
  ...area,
  radius: radius ?? 1,
  address: address ?? '',
  city: city ?? '',
  zip_code: zip_code ?? '',
})

/**
 * The form of a kind.
 * @param onDraft gets the content of the open form, so that the map shows it; null: no form is open
 */
export function useAreaKind(kind: AreaKind, onDraft: (draft: Draft | null) => void): AreaCardKind {
  const { t } = useTranslation()
  return useMemo(() => {
    const labels = {
      name: t('areas.name'),
      code: t('areas.code'),
      shape: t('areas.shape_of.label'),
      color: t('areas.color'),
      radius: t('areas.radius'),
      latitude: t('areas.latitude'),
      longitude: t('areas.longitude'),
      address: t('areas.address'),
      city: t('areas.city'),
      zip_code: t('areas.zip_code'),
    }
    return {
      resource: areaKinds[kind].resource,
      nameOf: area => area.code,
      labels,
      schema,
      toBody: bodyOf,
      removing: t(`areas.removing.${kind}`),
      made: area => t(`areas.made.${kind}`, { code: area.code }),
      toForm: area => (area === null ? NEW_FORM : formOf(area)),
      fields: (form, record) => (
        <AreaFields form={form} id={record?.id ?? NEW} labels={labels} onDraft={onDraft} />
      ),
    } satisfies AreaCardKind
  }, [t, kind, onDraft])
}
export const importColumns: readonly SheetColumn[] = [
  { title: 'name', field: 'name', example: 'Deposito Nord', required: true },
  { title: 'code', field: 'code', example: 'NORD', required: true, unique: true },
  { title: 'color', field: 'color', example: '#2e51bb', required: true },
  { title: 'radius', field: 'radius', example: 150, required: true },
  { title: 'latitude', field: 'latitude', example: 45.4642, required: true },
  { title: 'longitude', field: 'longitude', example: 9.19, required: true },
  { title: 'address', field: 'address', example: 'Via Roma 1' },
  { title: 'city', field: 'city', example: 'Milano' },
  { title: 'zip_code', field: 'zip_code', example: '20121' },
]
