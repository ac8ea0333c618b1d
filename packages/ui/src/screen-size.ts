// The size of the window, as screens need it while they render.
import { useMediaQuery } from '@mantine/hooks'

/** Phones: narrower than 768 px. */
const PHONE = '(max-width: 47.99em)'

/** Whether a media query matches, from the first rendering on; `initially` is for a browser without media queries. */
export const useMedia = (query: string, initially = false): boolean =>
  useMediaQuery(query, initially, { getInitialValueInEffect: false }) ?? initially

/** Whether the screen is that of a phone. */
export const usePhone = (): boolean => useMedia(PHONE)
