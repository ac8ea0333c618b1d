// The picture of a service page: the service's own, or one for what is no tab of a vehicle.
import {
  IconApi,
  IconCircleDashed,
  IconFlask,
  IconPill,
  type TablerIcon,
} from '@tabler/icons-react'
import { ServiceIcon } from '../../panels.tsx'
import type { Page } from '../pages.ts'

const pictures: Readonly<Record<string, TablerIcon>> = {
  eyelink: IconApi,
  eyepharma: IconPill,
  'f-gas': IconFlask,
  geofencing: IconCircleDashed,
}

export function PageIcon({ page, size = 20 }: { readonly page: Page; readonly size?: number }) {
  if (page.service !== undefined) return <ServiceIcon code={page.service} size={size} />
  const Icon = pictures[page.name]
  return Icon === undefined ? null : <Icon size={size} stroke={1.5} aria-hidden />
}
