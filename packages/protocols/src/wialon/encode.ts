// A command text on its way to the device: a line of its own.

/** The protocol names no limit; longer texts are no commands. */
const LONGEST_TEXT = 500

/** Line of a command text, or null: empty, too long, or not printable ASCII. */
export function encode(text: string): Uint8Array | null {
  return /^[ -~]+$/.test(text) && text.trim() !== '' && text.length <= LONGEST_TEXT
    ? Buffer.from(`${text}\r\n`)
    : null
}
