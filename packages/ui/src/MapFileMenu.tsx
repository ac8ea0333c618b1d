// Downloads the records of a list as a file for maps: GPX, KML or GeoJSON.
import type { CallOf, Endpoint } from '@flotta/core/contract.ts'
import { MapFileFormat } from '@flotta/core/map-files.ts'
import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callFile } from './api.ts'
import { save } from './table/export.ts'
import { toast } from './toast.tsx'

const formatNames: Readonly<Record<MapFileFormat, string>> = {
  gpx: 'GPX',
  kml: 'KML',
  geojson: 'GeoJSON',
}

export interface MapFileMenuProps<E extends Endpoint> {
  readonly endpoint: E
  /** The arguments of the call for a format. */
  readonly args: (format: MapFileFormat) => CallOf<E>
  /** The name of the file, without its ending. */
  readonly name: string
  readonly size?: 'sm' | 'compact-sm'
}
export function MapFileMenu<E extends Endpoint>({
  endpoint,
  args,
  name,
  size = 'sm',
}: MapFileMenuProps<E>) {
  const { t } = useTranslation()
  const [isLoading, setLoading] = useState(false)
  const download = async (format: MapFileFormat) => {
    setLoading(true)
    try {
      save(await callFile(endpoint, args(format)), `${name}.${format}`)
    } catch (error) {
      toast.failed(error)
    } finally {
      setLoading(false)
    }
  }
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          size={size}
          loading={isLoading}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('ui.map_file')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {MapFileFormat.options.map(format => (
          <Menu.Item key={format} onClick={() => void download(format)}>
            {formatNames[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
