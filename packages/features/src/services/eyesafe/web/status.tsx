// What both sections share: how often they ask, and the mark of a command that is on its way.
import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import type { Command } from '../../commands/contract.ts'

/** How often the status is read again. */
export const POLL = { refetchInterval: 10_000 } as const

export interface StatusOf<T> {
  readonly vehicle: Vehicle
  readonly now: T
  /** undefined: on its way */
  readonly last: Command | null | undefined
}

/** Its place is always there: readers hear what comes into one that they know. */
export function Pending({ pending }: { readonly pending: boolean }) {
  const { t } = useTranslation()
  return (
    <span role="status">
      {pending && (
        <>
          <Loader size={12} ml={6} aria-hidden />
          <span className="flotta-hidden">{t('eyesafe.pending')}</span>
        </>
      )}
    </span>
  )
}
