// Fields that many forms have: a short text that must be filled in, the address of an account, and a colour.
import { ColorInput, type ColorInputProps, TextInput, type TextInputProps } from '@mantine/core'

/** The label has no asterisk: a field that may stay empty says so itself. */
export const RequiredText = (props: TextInputProps) => (
  <TextInput {...props} required withAsterisk={false} autoComplete="off" />
)

/** The e-mail address that somebody signs in with. */
export const AccountEmail = (props: TextInputProps) => (
  <TextInput
    {...props}
    type="email"
    autoComplete="username"
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
  />
)

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
