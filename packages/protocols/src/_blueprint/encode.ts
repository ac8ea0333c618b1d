// A command text on its way to the device.

/** Bytes of the text, or null where the protocol cannot carry it: the command then ends as invalid, nothing is sent. */
export function encode(text: string): Uint8Array | null {
  return /^[ -~]{1,80}$/.test(text) ? Buffer.from(`!${text}\n`) : null
}
