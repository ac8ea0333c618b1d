// The tabs of a panel with several parts; only the open one is rendered.
import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'

export const PanelTabs = ({
  part,
  onChoose,
  children,
}: {
  readonly part: string
  readonly onChoose: (part: string | null) => void
  readonly children: ReactNode
}) => (
  <Tabs
    value={part}
    onChange={onChoose}
    keepMounted={false}
    styles={{ tab: { paddingInline: 10 } }}
  >
    {children}
  </Tabs>
)
