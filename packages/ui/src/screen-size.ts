// How large the window is, as screens ask it while they are drawn.
import { useMediaQuery } from '@mantine/hooks'

/** Phones: narrower than 768 px. */
const PHONE = '(max-width: 47.99em)'

/** Whether a media query holds, from the first drawing on; `initially` is for a browser that cannot tell. */
export const useMedia = (query: string, initially = false): boolean =>
  useMediaQuery(query, initially, { getInitialValueInEffect: false }) ?? initially

/** Whether the screen is that of a phone. */
export const usePhone = (): boolean => useMedia(PHONE)
