// The button that opens the dialog for a report, with the defaults of the place where it is. It is hidden from users who may not request reports.
import { ActionIcon, Button, type ButtonProps, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFileText } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { requestReport } from '../contract.ts'
import type { ReportVehicle } from './RequestFields.tsx'
import { type ReportDefaults, RequestReport } from './RequestReport.tsx'

export interface ReportButtonProps
  extends ReportDefaults,
    Pick<ButtonProps, 'variant' | 'fullWidth' | 'size'> {
  /** Default: the text "request a report". */
  readonly label?: string
}
export function ReportButton({
  label,
  variant = 'default',
  size = 'sm',
  fullWidth = false,
  ...wish
}: ReportButtonProps) {
  const { t } = useTranslation()
  const may = useMay(requestReport)
  const [isOpen, { open, close }] = useDisclosure(false)
  if (!may) return null
  return (
    <>
      <Button
        variant={variant}
        size={size}
        fullWidth={fullWidth}
        leftSection={<IconFileText size={16} aria-hidden />}
        onClick={open}
      >
        {label ?? t('reports.request')}
      </Button>
      <RequestReport {...wish} opened={isOpen} onClose={close} />
    </>
  )
}

/** The same button as an icon, in the head of a vehicle. */
export function ReportIcon({ vehicle }: { readonly vehicle: ReportVehicle | undefined }) {
  const { t } = useTranslation()
  const may = useMay(requestReport)
  const [isOpen, { open, close }] = useDisclosure(false)
  if (!may) return null
  return (
    <>
      <Tooltip label={t('reports.request')}>
        <ActionIcon
          aria-label={t('reports.request')}
          onClick={open}
          disabled={vehicle === undefined}
        >
          <IconFileText size={18} />
        </ActionIcon>
      </Tooltip>
      {vehicle !== undefined && <RequestReport vehicle={vehicle} opened={isOpen} onClose={close} />}
    </>
  )
}
