// Placeholder rows with the final layout while data is loading.
import { Skeleton, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** `height`: height of one row in pixels, 36 by default. */
export function SkeletonRows({
  rows = 5,
  height = 36,
}: {
  readonly rows?: number
  readonly height?: number
}) {
  const { t } = useTranslation()
  return (
    <Stack gap={0} role="status" aria-label={t('ui.loading')}>
      {Array.from({ length: rows }, (_, i) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move.
          key={i}
          style={{ height, display: 'flex', alignItems: 'center', paddingInline: 12, gap: 12 }}
        >
          <Skeleton height={12} width={20} />
          <Skeleton height={12} width={`${70 - ((i * 17) % 40)}%`} />
        </div>
      ))}
    </Stack>
  )
}
