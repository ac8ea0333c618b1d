// The picture of a service page: the service's own, or one for a part of a service.
import {
  IconApi,
  IconCircleDashed,
  IconFlask,
  IconPill,
  type TablerIcon,
} from '@tabler/icons-react'
import { ServiceIcon } from '../../panels.tsx'
import type { PagePicture } from '../../service.ts'
import type { Page } from '../pages.ts'

const pictures: Readonly<Record<PagePicture, TablerIcon>> = {
  api: IconApi,
  area: IconCircleDashed,
  flask: IconFlask,
  pill: IconPill,
}

export function PageIcon({ page, size = 20 }: { readonly page: Page; readonly size?: number }) {
  if (page.picture === undefined) return <ServiceIcon code={page.tells} size={size} />
  const Icon = pictures[page.picture]
  return <Icon size={size} stroke={1.5} aria-hidden />
}
