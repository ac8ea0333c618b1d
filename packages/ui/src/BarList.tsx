// What the panels of the bar are made of: a head with a switch, and rows that lead somewhere.
import { Switch, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './BarList.module.css'

export interface BarHeadProps {
  /** The drawer of phones says it already. */
  readonly title: string
  /** What the switch turns on. */
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

/** The class of a row, be it a link or a button. */
export const barRow = classes.row ?? ''

/** A row's own words: a mark, what it is about, and below it where or when. */
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
