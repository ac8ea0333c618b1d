// The age of a value, at the end of its line.
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
