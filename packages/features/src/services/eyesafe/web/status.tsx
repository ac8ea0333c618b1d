// Shared by both sections: the interval of their polls, and the mark of a pending command.
import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import type { Command } from '../../commands/contract.ts'

/** How often the status is read again. */
export const POLL = { refetchInterval: 10_000 } as const

export interface StatusOf<T> {
  readonly vehicle: Vehicle
  readonly now: T
  /** undefined while loading */
  readonly last: Command | null | undefined
}

/** The element is always there, so that a screen reader announces its content. */
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
