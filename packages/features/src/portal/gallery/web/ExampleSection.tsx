// A section of the gallery for one kind of component, with an example of each of its states.
import type { ReactNode } from 'react'
import classes from './gallery.module.css'

export function ExampleSection({
  title,
  says,
  children,
}: {
  readonly title: string
  readonly says?: string
  readonly children: ReactNode
}) {
  return (
    <section className={classes.shelf} aria-label={title}>
      <h2>{title}</h2>
      {says !== undefined && <p className={classes.says}>{says}</p>}
      <div className={classes.pieces}>{children}</div>
    </section>
  )
}
export function ExampleItem({
  name,
  wide = false,
  children,
}: {
  readonly name: string
  readonly wide?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className={classes.piece} data-wide={wide || undefined}>
      <h3>{name}</h3>
      {children}
    </div>
  )
}
