// The pages of the menus, in their order.
import { IconMap2, type TablerIcon } from '@tabler/icons-react'

export interface Page {
  readonly path: '/global-map'
  /** Its word is `shell.segment.{segment}`. */
  readonly segment: string
  readonly icon: TablerIcon
}
export const pages: readonly Page[] = [{ path: '/global-map', segment: 'global-map', icon: IconMap2 }]
