// The field of a colour, with the colours of the product beside it.
import { ColorInput, type ColorInputProps } from '@mantine/core'

export const colorSwatches: readonly string[] = [
  '#2e51bb',
  '#1c7ed6',
  '#0c8599',
  '#2f9e44',
  '#74b816',
  '#f59f00',
  '#e8590c',
  '#d32929',
  '#c2255c',
  '#9c36b5',
  '#5f3dc4',
  '#495057',
]
export const ColorField = ({
  swatches = colorSwatches,
  ...props
}: Omit<ColorInputProps, 'swatches'> & { readonly swatches?: readonly string[] }) => (
  <ColorInput
    {...props}
    required
    withAsterisk={false}
    format="hex"
    swatches={[...swatches]}
    swatchesPerRow={6}
    withEyeDropper={false}
  />
)
