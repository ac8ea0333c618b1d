// A section of the account's screen: its title, its actions, and its rows.
import type { ReactNode, Ref } from 'react'
import { useId } from 'react'
import classes from './account.module.css'

export function Section(props: {
  readonly title: string
  readonly text: string
  readonly action: ReactNode
  /** Focused when the row that had the focus is removed. */
  readonly head: Ref<HTMLHeadingElement>
  readonly children: ReactNode
}) {
  const { title, text, action, head, children } = props
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <header className={classes.bar}>
        <div className={classes.what}>
          <h2 id={id} ref={head} tabIndex={-1}>
            {title}
          </h2>
          <p>{text}</p>
        </div>
        {action}
      </header>
      <div className={classes.box}>{children}</div>
    </section>
  )
}

/** A value below its label. */
export const Fact = ({
  label,
  children,
}: {
  readonly label: string
  readonly children: ReactNode
}) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
