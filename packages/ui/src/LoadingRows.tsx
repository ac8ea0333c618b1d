// Placeholder rows while data is loading; when that fails, the reason and a button to try again.
import { LoadError } from './LoadError.tsx'
import { SkeletonRows } from './SkeletonRows.tsx'

export interface LoadingRowsProps {
  /** null while the data is loading. */
  readonly error: unknown
  readonly onRetry: () => void
  readonly rows?: number
  /** The height of a row, pixels. */
  readonly height?: number
}

/** The same for a list of records. */
export const LoadingList = ({
  list,
}: {
  readonly list: { readonly error: unknown; readonly refetch: () => unknown }
}) => <LoadingRows error={list.error} onRetry={() => void list.refetch()} rows={8} height={56} />

export const LoadingRows = ({ error, onRetry, ...rows }: LoadingRowsProps) =>
  error === null ? <SkeletonRows {...rows} /> : <LoadError error={error} onRetry={onRetry} />
