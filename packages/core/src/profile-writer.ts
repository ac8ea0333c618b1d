// The inverse of the profile reader: writes named values as raw parameters of a device. Simulated devices use it.
import type { Parameter, Profile } from './protocol.ts'
import { type Word, words } from './telemetry.ts'

/** A number of 1, 2, 4 or 8 bytes (negative ones as two's complement), or a byte string. */
export type Element =
  | { readonly id: number; readonly width: 1 | 2 | 4 | 8; readonly value: number | bigint }
  | { readonly id: number; readonly bytes: Uint8Array }
/** A value of a text protocol. */
export interface NamedElement {
  readonly name: string
  readonly text: string
}
type Width = 1 | 2 | 4 | 8

export interface ProfileWriter {
  readonly profile: Profile
  /** Whether the profile has a parameter for the word. */
  speaks(word: Word): boolean
  /**
   * The element that the profile reader reads as this value, with numbers rounded to the resolution of the parameter. Of two ids of a word it uses the first that fits.
   * null: the profile does not have the word, the number is out of range or means "no value", or `carries` refuses the element.
   */
  element(word: Word, value: number | string): Element | null
  /** The same for a text protocol. */
  named(word: Word, value: number | string): NamedElement | null
}

/**
 * Smallest width in bytes for words of a unit; 1 for other units. A device sends a parameter in one width, whatever its value,
 * but profiles do not say which, because readers accept any.
 */
const LEAST: Readonly<Partial<Record<(typeof words)[Word], Width>>> = {
  V: 2,
  A: 2,
  '°C': 2,
  bar: 2,
  '': 2,
  rpm: 2,
  min: 2,
  h: 4,
  l: 2,
  kg: 2,
  m: 4,
  km: 4,
}

/** @param carries whether the protocol can carry an element; default: it can */
export function profileWriter(
  profile: Profile,
  carries: (element: Element) => boolean = () => true,
): ProfileWriter {
  const formsByWord = new Map<Word, Form[]>()
  const namedByWord = new Map<Word, Parameter & { readonly id: string }>()
  // Alarms are written in a different form by each device, and bits of numbers and parameters that only the protocol can read have no inverse, so
  // they are left out.
  for (const p of profile.parameters)
    if (p.alarms !== undefined || p.alarm_bits !== undefined || p.textOf !== undefined) continue
    else if (p.bit !== undefined) continue
    else if (isNamed(p)) namedByWord.set(p.word, namedByWord.get(p.word) ?? p)
    else if (isNumbered(p))
      formsByWord.set(p.word, [...(formsByWord.get(p.word) ?? []), ...forms(p)])
  return {
    profile,
    speaks: word => formsByWord.has(word) || namedByWord.has(word),
    named(word, value) {
      const p = namedByWord.get(word)
      return p === undefined ? null : namedElement(p, value)
    },
    element(word, value) {
      for (const write of formsByWord.get(word) ?? []) {
        const element = write(value)
        if (element !== null && carries(element)) return element
      }
      return null
    },
  }
}

type NumberedParameter = Parameter & { readonly id: number }
const isNumbered = (p: Parameter): p is NumberedParameter => typeof p.id === 'number'
const isNamed = (p: Parameter): p is Parameter & { readonly id: string } => typeof p.id === 'string'

function namedElement(
  { id: name, text, scale = 1, missing }: Parameter & { readonly id: string },
  value: number | string,
): NamedElement | null {
  if (text !== undefined)
    return typeof value === 'string' && value.trim() === value ? { name, text: value } : null
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  // Rounding to twelve digits removes the error that the division leaves.
  const raw = Number((value / scale).toPrecision(12))
  return missing?.includes(raw) ? null : { name, text: String(raw) }
}

type Form = (value: number | string) => Element | null
/** A number that may come as a byte string is written as one, as devices do. */
function forms(p: NumberedParameter): readonly Form[] {
  if (p.text !== undefined) return [texts(p, p.text)]
  const number = numbers(p)
  return p.bytes ? [value => asBytes(number(value)), number] : [number]
}
const asBytes = (element: Element | null): Element | null =>
  element === null || 'bytes' in element
    ? null
    : { id: element.id, bytes: bytesOf(BigInt(element.value), element.width) }
const bytesOf = (value: bigint, width: Width): Uint8Array =>
  Uint8Array.from({ length: width }, (_, i) =>
    Number((value >> BigInt(8 * (width - 1 - i))) & 255n),
  )

function numbers({
  id,
  word,
  width,
  signed: isSigned = false,
  scale = 1,
  missing,
}: NumberedParameter): Form {
  const first = width ?? LEAST[words[word]] ?? 1
  const widths = ([1, 2, 4, 8] as const).filter(
    w => w >= first && (width === undefined || w === width),
  )
  return value => {
    const raw = typeof value === 'number' ? Math.round(value / scale) : Number.NaN
    if (!Number.isSafeInteger(raw) || missing?.includes(raw)) return null
    for (const w of widths) if (holds(w, isSigned, raw)) return { id, width: w, value: raw }
    return null
  }
}
function holds(width: Width, isSigned: boolean, raw: number): boolean {
  const values = 2 ** (8 * width)
  return isSigned ? raw >= -values / 2 && raw < values / 2 : raw >= 0 && raw < values
}

/** Texts of up to eight bytes are sent as a number, as devices send keys and cards; longer ones as a byte string. */
function texts({ id, width }: NumberedParameter, text: NonNullable<Parameter['text']>): Form {
  return value => {
    if (typeof value !== 'string') return null
    const bytes = text === 'ascii' ? asciiOf(value) : hexOf(value, text === 'hex_reversed')
    if (bytes === null || (width !== undefined && width !== bytes.length)) return null
    return isWidth(bytes.length)
      ? { id, width: bytes.length, value: integerOf(bytes) }
      : { id, bytes }
  }
}
const isWidth = (length: number): length is Width =>
  length === 1 || length === 2 || length === 4 || length === 8
const integerOf = (bytes: Uint8Array): bigint =>
  bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n)

/** null: the text has characters that the reader removes. */
function asciiOf(value: string): Uint8Array | null {
  if (!/^([!-~]([ -~]*[!-~])?)?$/.test(value)) return null
  const bytes = new Uint8Array(Math.max(8, value.length))
  for (let i = 0; i < value.length; i++) bytes[i] = value.charCodeAt(i)
  return bytes
}
/** null: the text is not hexadecimal, or is all zero, which means "none". */
function hexOf(value: string, isReversed: boolean): Uint8Array | null {
  if (value === '') return new Uint8Array(8)
  if (!/^([0-9a-f]{2})+$/.test(value) || /^0+$/.test(value)) return null
  const bytes = Uint8Array.from(value.match(/../g) ?? [], byte => Number.parseInt(byte, 16))
  return isReversed ? bytes.reverse() : bytes
}
