// A button that writes to the installation's contact for contracts; hidden until it is known.
import { query } from '@flotta/ui/api.ts'
import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { about } from '../about.ts'

/** @param subject subject of the mail */
export function ContactButton({
  subject,
  children,
}: {
  readonly subject?: string
  readonly children: ReactNode
}) {
  const { data: installation } = useQuery({
    ...query(about, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (installation === undefined) return null
  const subjectLine = subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`
  return (
    <Button
      component="a"
      href={`mailto:${installation.contact}${subjectLine}`}
      variant="default"
      leftSection={<IconMail size={16} aria-hidden />}
    >
      {children}
    </Button>
  )
}
