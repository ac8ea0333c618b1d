// Sets the point of the area in the form, and the address of that point.
import { toast } from '@flotta/ui/toast.tsx'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { PickedPlace } from '../../../places/geocoding/rules.ts'
import { placeAt } from '../../../places/geocoding/web/Address.tsx'
import { circleAround } from '../shape.ts'
import { type Form, type FormOutline, filledShape } from './form.ts'

export type AddressPart = 'address' | 'city' | 'zip_code'
export interface Point {
  readonly latitude: number
  readonly longitude: number
}
/** Sets the point of the area, and the address of that point. */
export function useAreaPoint(form: UseFormReturnType<Form>) {
  /** Parts of the address that the geocoder does not know. */
  const [unknownParts, setUnknown] = useState<ReadonlySet<string>>(new Set())
  const takeAddress = ({ address, city, zip_code }: PickedPlace) => {
    form.setValues({ address, city, zip_code })
    setUnknown(
      new Set(
        Object.entries({ address, city, zip_code }).flatMap(([part, text]) =>
          text === '' ? part : [],
        ),
      ),
    )
  }
  const take = (place: PickedPlace) => {
    form.setValues({ ...place })
    form.clearFieldError('latitude')
    form.clearFieldError('longitude')
    takeAddress(place)
  }
  const placeHere = async (at: Point) => {
    form.setValues({ latitude: at.latitude, longitude: at.longitude })
    try {
      take(await placeAt(at))
    } catch (error) {
      // The point stays; somebody can type its address.
      toast.failed(error)
    }
  }
  /** Fills in the address at the middle of the drawing, unless there is one. */
  const addressOf = async (shape: FormOutline) => {
    const { address, city } = form.getValues()
    if (address !== '' || city !== '') return
    try {
      takeAddress(await placeAt(circleAround(filledShape(shape))))
    } catch (error) {
      toast.failed(error)
    }
  }
  return { unknownParts, take, placeHere, addressOf }
}
