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
  /** Since the field was empty or all of it was chosen; null: something was edited. */
  const typedText = useRef<string | null>(null)
  /** As it stands there, while that is more than its number: `12.0` on the way to `12.05`. */
  const [text, setText] = useState('')
  const [isFocused, setFocused] = useState(false)
  const tell = (input: number | string) => {
    const isWritten = typeof input === 'string' && input !== '' && Number.isFinite(Number(input))
    setText(isWritten ? input : '')
    onChange?.(isWritten ? Number(input) : input)
  }
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    const { key, ctrlKey, metaKey, altKey, currentTarget: field } = event
    if (key === 'Shift') return
    if (!/^[\d.,-]$/.test(key) || ctrlKey || metaKey || altKey) {
      typedText.current = null
      return
    }
    const isAnew =
      !/\d/.test(field.value) ||
      (field.selectionStart === 0 && field.selectionEnd === field.value.length)
    if (isAnew && typedText.current === null) typedText.current = ''
    if (typedText.current === null) return
    typedText.current += key
    const meaning = meantBy(typedText.current, decimals, signs)
    if (meaning === null) return
    event.preventDefault()
    if (meaning !== 'dropped') tell(meaning)
  }
  return (
    <NumberInput
      {...more}
      {...(value !== undefined && { value: text !== '' && Number(text) === value ? text : value })}
      onChange={tell}
      onKeyDown={keyDown}
      onPointerDown={event => {
        typedText.current = null
        more.onPointerDown?.(event)
      }}
      onFocus={event => {
        setFocused(true)
        more.onFocus?.(event)
      }}
      onBlur={event => {
        typedText.current = null
        setFocused(false)
        more.onBlur?.(event)
      }}
      allowDecimal={decimals > 0}
      decimalScale={decimals}
      // nothing that nobody typed stands in the way of what is typed
      fixedDecimalScale={fixedDecimalScale && !isFocused}
      decimalSeparator={signs.decimal}
      {...(grouped ? { thousandSeparator: signs.group } : { allowedDecimalSeparators: ['.', ','] })}
    />
  )
}
