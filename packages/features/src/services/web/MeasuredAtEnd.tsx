// How old a value is, at the end of the line that tells it.
import { MeasuredAt } from '@flotta/ui/Age.tsx'
import shared from '../panel.module.css'

export const MeasuredAtEnd = ({ at }: { readonly at: string }) => (
  <>
    <span className={shared.grow} />
    <span className={shared.quiet}>
      <MeasuredAt at={at} />
    </span>
  </>
)
