// A button of the bar with its content: a panel below it, on phones a drawer from the bottom edge.
import { ActionIcon, Drawer, Indicator, Popover, Tooltip, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './BarPanel.module.css'
import { useLayer } from './layers.ts'
import { usePhone } from './screen-size.ts'
import { formatNumber } from './texts.ts'

export interface BarPanelProps {
  readonly label: string
  /** The short text of a tab. */
  readonly word?: string
  readonly icon: TablerIcon
  /** Number of waiting things; 0 is not shown. */
  readonly count?: number
  /** The count as screen readers say it: "3 avvisi attivi". */
  readonly countLabel?: string
  readonly color?: 'red' | 'blue'
  /** Width of the panel, px. */
  readonly width?: number
  /** `tab`: the icon above its text, as in the phone's bottom bar; `bar`: the icon alone. */
  readonly look?: 'bar' | 'tab'
  /** Replaces the icon. */
  readonly face?: ReactNode
  readonly children: (close: () => void) => ReactNode
}

export function BarPanel(props: BarPanelProps) {
  const { t } = useTranslation()
  const [opened, { toggle, close }] = useDisclosure(false)
  const phone = usePhone()
  useLayer(opened, close)
  const { label, width = 360, children } = props
  const button = buttonOf(props, opened, toggle)
  if (phone)
    return (
      <>
        {button}
        <Drawer
          opened={opened}
          onClose={close}
          position="bottom"
          size="auto"
          title={label}
          padding={0}
          radius="lg"
          classNames={{ header: classes.drawerHeader ?? '', content: classes.drawer ?? '' }}
          closeButtonProps={{ 'aria-label': t('ui.close') }}
        >
          {children(close)}
        </Drawer>
      </>
    )
  return (
    <Popover
      opened={opened}
      onChange={next => (next ? undefined : close())}
      position="bottom-end"
      offset={10}
      width={width}
      trapFocus
      returnFocus
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown p={0} aria-label={label} data-layer className={classes.dropdown ?? ''}>
        {children(close)}
      </Popover.Dropdown>
    </Popover>
  )
}
/** Returns the button as an element instead of a component, because `Popover.Target` passes its own properties to it. */
function buttonOf(
  {
    label,
    word = label,
    icon: Icon,
    count = 0,
    countLabel,
    color = 'blue',
    look = 'bar',
    face,
  }: BarPanelProps,
  opened: boolean,
  toggle: () => void,
) {
  const controls = {
    onClick: toggle,
    'aria-label': count > 0 && countLabel !== undefined ? `${label}, ${countLabel}` : label,
    'aria-expanded': opened,
    'aria-haspopup': 'dialog',
  } as const
  const iconWithCount = (
    <Indicator
      label={count > 99 ? '99+' : formatNumber(count)}
      disabled={count === 0}
      size={16}
      offset={2}
      color={color}
      aria-hidden
    >
      <Icon size={20} stroke={1.75} aria-hidden />
    </Indicator>
  )
  if (look === 'tab')
    return (
      <UnstyledButton className={classes.tab ?? ''} {...controls}>
        {iconWithCount}
        <span className={classes.word}>{word}</span>
      </UnstyledButton>
    )
  if (face !== undefined)
    return (
      <UnstyledButton className={classes.face ?? ''} {...controls}>
        {face}
      </UnstyledButton>
    )
  return (
    <Tooltip label={label} disabled={opened}>
      <ActionIcon {...controls} size={36} className={classes.bar ?? ''}>
        {iconWithCount}
      </ActionIcon>
    </Tooltip>
  )
}
