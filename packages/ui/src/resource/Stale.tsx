// Both versions of the fields that two people changed, side by side; a button takes over the other person's value (general.73).
import { Alert, Button, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface Change<F extends string> {
  readonly field: F
  readonly label: string
  readonly theirs: unknown
  readonly mine: unknown
}
const textOf = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '—'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

export function Stale<F extends string>({
  changes,
  onTake,
}: {
  readonly changes: readonly Change<F>[]
  readonly onTake: (field: F, theirs: unknown) => void
}) {
  const { t } = useTranslation()
  return (
    <Alert color="yellow" p="sm" title={t('ui.list.stale')}>
      {t(changes.length === 0 ? 'ui.list.stale_apart' : 'ui.list.stale_both')}
      {changes.length > 0 && (
        <Table verticalSpacing={4} mt={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th />
              <Table.Th>{t('ui.list.theirs')}</Table.Th>
              <Table.Th>{t('ui.list.mine')}</Table.Th>
              <Table.Th />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.map(({ field, label, theirs, mine }) => (
              <Table.Tr key={field}>
                <Table.Th scope="row">{label}</Table.Th>
                <Table.Td>{textOf(theirs)}</Table.Td>
                <Table.Td>{textOf(mine)}</Table.Td>
                <Table.Td ta="end">
                  <Button
                    variant="default"
                    size="compact-sm"
                    disabled={textOf(theirs) === textOf(mine)}
                    aria-label={t('ui.list.take_theirs_of', { field: label })}
                    onClick={() => onTake(field, theirs)}
                  >
                    {t('ui.list.take_theirs')}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Alert>
  )
}
