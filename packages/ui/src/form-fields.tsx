// Fields that many forms have: a short text that must be filled in, and the address of an account.
import { TextInput, type TextInputProps } from '@mantine/core'

/** The label has no asterisk: optional fields are marked instead. */
export const RequiredText = (props: TextInputProps) => (
  <TextInput {...props} required withAsterisk={false} autoComplete="off" />
)

/** The e-mail address of a person's sign-in. */
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
