// A number as people type it: thousands parted or not, decimals behind either sign; decimals of a whole number are left out, never read as digits.
import { NumberInput, type NumberInputProps } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { meantBy, signsOf } from './numbers.ts'
import { currentLanguage } from './texts.ts'

export interface NumberFieldProps
  extends Omit<
    NumberInputProps,
    | 'allowDecimal'
    | 'decimalScale'
    | 'decimalSeparator'
    | 'thousandSeparator'
    | 'allowedDecimalSeparators'
  > {
  /** At most; without it a whole number. */
  readonly decimals?: number
  /** Thousands are parted while it is typed, too; only of a whole number. */
  readonly grouped?: boolean
}
export function NumberField({
  decimals = 0,
  grouped = false,
  fixedDecimalScale = false,
  value,
  onChange,
  onKeyDown,
  ...more
}: NumberFieldProps) {
  const signs = signsOf(currentLanguage())
  /** The text of the field while it says more than its number, such as `12.0` on the way to `12.05`. */
  const [text, setText] = useState('')
  const [isFocused, setFocused] = useState(false)
  const tell = (input: number | string) => {
    const isWritten = typeof input === 'string' && input !== '' && Number.isFinite(Number(input))
    setText(isWritten ? input : '')
    onChange?.(isWritten ? Number(input) : input)
  }
  const typing = useTypedNumber(decimals, signs, tell)
  return (
    <NumberInput
      {...more}
      {...(value !== undefined && { value: text !== '' && Number(text) === value ? text : value })}
      onChange={tell}
      onKeyDown={event => {
        onKeyDown?.(event)
        typing.read(event)
      }}
      onPointerDown={event => {
        typing.forget()
        more.onPointerDown?.(event)
      }}
      onFocus={event => {
        setFocused(true)
        more.onFocus?.(event)
      }}
      onBlur={event => {
        typing.forget()
        setFocused(false)
        more.onBlur?.(event)
      }}
      allowDecimal={decimals > 0}
      decimalScale={decimals}
      // no zeros are filled in while somebody types
      fixedDecimalScale={fixedDecimalScale && !isFocused}
      decimalSeparator={signs.decimal}
      {...(grouped ? { thousandSeparator: signs.group } : { allowedDecimalSeparators: ['.', ','] })}
    />
  )
}

/** Reads a number key by key, where the text of the field alone does not say which sign is meant. */
function useTypedNumber(
  decimals: number,
  signs: ReturnType<typeof signsOf>,
  onNumber: (value: number | string) => void,
) {
  /** The keys since the field was empty or all of it was chosen; null: something was edited. */
  const typedText = useRef<string | null>(null)
  const forget = () => {
    typedText.current = null
  }
  const readKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, ctrlKey, metaKey, altKey, currentTarget: field } = event
    if (key === 'Shift') return
    if (!/^[\d.,-]$/.test(key) || ctrlKey || metaKey || altKey) return forget()
    const isAnew =
      !/\d/.test(field.value) ||
      (field.selectionStart === 0 && field.selectionEnd === field.value.length)
    if (isAnew && typedText.current === null) typedText.current = ''
    if (typedText.current === null) return
    typedText.current += key
    const meaning = meantBy(typedText.current, decimals, signs)
    if (meaning === null) return
    event.preventDefault()
    if (meaning !== 'dropped') onNumber(meaning)
  }
  return { read: readKey, forget }
}
