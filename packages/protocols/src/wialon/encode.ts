// Encodes a command text for the device: a line of its own.

/** The protocol sets no limit; a longer text is refused here. */
const LONGEST_TEXT = 500

/** Line of a command text, or null: the text is empty, too long, or not printable ASCII. */
export function encode(text: string): Uint8Array | null {
  return /^[ -~]+$/.test(text) && text.trim() !== '' && text.length <= LONGEST_TEXT
    ? Buffer.from(`${text}\r\n`)
    : null
}
