// Parts of the panels of the top bar: a head with a switch, and rows that are links.
import { Switch, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './BarList.module.css'

export interface BarHeadProps {
  /** Left out on phones, where the drawer has the title. */
  readonly title: string
  /** The label of the switch. */
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}
export function BarHead({ title, label, checked, onChange }: BarHeadProps) {
  return (
    <div className={classes.head}>
      <Text fw={600} visibleFrom="sm">
        {title}
      </Text>
      <Switch
        size="sm"
        checked={checked}
        onChange={e => onChange(e.currentTarget.checked)}
        label={label}
      />
    </div>
  )
}

export const BarList = ({ children }: { readonly children: ReactNode }) => (
  <ul className={classes.list}>{children}</ul>
)

/** The class of a row, which is a link or a button. */
export const barRow = classes.row ?? ''

/** The text of a row: a mark, the subject, and below it the place or time. */
export function BarWords({
  mark,
  what,
  where,
}: {
  readonly mark: ReactNode
  readonly what: ReactNode
  readonly where: ReactNode
}) {
  return (
    <>
      {mark}
      <span className={classes.what}>
        {what}
        <span className={classes.where}>{where}</span>
      </span>
    </>
  )
}
