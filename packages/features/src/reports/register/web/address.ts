// The search parameter of the verification's address: the code of a receipt.
import { searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'

export const VerifySearch = z.object({ c: searchParam(z.string()) })

/** The code in a text that a person pastes or a scanner reads: the code alone, or the address that contains it. */
export function codeOf(input: string): string {
  const text = input.trim()
  return /[?&]c=([^&#\s]*)/.exec(text)?.[1] ?? text
}
