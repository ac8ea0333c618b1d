// A number as people type it: with or without thousands separators, decimals after a point or a comma. Decimals of a whole number are dropped and
// never read as further digits.
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
  /** Largest number of decimals; without it a whole number. */
  readonly decimals?: number
  /** Thousands are separated even while typing; only for whole numbers. */
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
  /** The text of the field while it contains more than its number, such as `12.0` on the way to `12.05`. */
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
      // No zeros are filled in while somebody types.
      fixedDecimalScale={fixedDecimalScale && !isFocused}
      decimalSeparator={signs.decimal}
      {...(grouped ? { thousandSeparator: signs.group } : { allowedDecimalSeparators: ['.', ','] })}
    />
  )
}

/** Interprets a number key by key, because the text of the field alone does not tell which separator is meant. */
function useTypedNumber(
  decimals: number,
  signs: ReturnType<typeof signsOf>,
  onNumber: (value: number | string) => void,
) {
  /** The keys typed since the field was empty or completely selected; null: something else was edited. */
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
