// A filter of a list by one of several values, stored in the page's address.
import { Select } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'

export interface AddressChoiceProps {
  /** Name of its parameter in the address. */
  readonly name: string
  readonly label: string
  /** Text of the choice that filters nothing. */
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
