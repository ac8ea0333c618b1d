// What the address of the verification says: the code of a receipt.
import { z } from 'zod'

export const VerifySearch = z.object({ c: z.string().optional().catch(undefined) })

/** What a person pastes or a scanner reads: the code, or the whole address that holds it. */
export function codeOf(input: string): string {
  const text = input.trim()
  return /[?&]c=([^&#\s]*)/.exec(text)?.[1] ?? text
}
