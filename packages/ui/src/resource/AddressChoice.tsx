// A filter of a list by one of several values, kept in the page's address.
import { Select } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'

export interface AddressChoiceProps {
  /** Its parameter in the address. */
  readonly name: string
  readonly label: string
  /** What stands there while nothing is chosen. */
  readonly all: string
  readonly value: string | undefined
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

export function AddressChoice({ name, label, all, value, options }: AddressChoiceProps) {
  const navigate = useNavigate()
  return (
    <Select
      aria-label={label}
      placeholder={all}
      clearable
      clearButtonProps={{ 'aria-label': all }}
      value={value ?? null}
      data={options}
      onChange={chosen =>
        void navigate({
          to: '.',
          search: (old: object) =>
            ({ ...old, [name]: chosen ?? undefined, page: undefined }) as never,
        })
      }
    />
  )
}
