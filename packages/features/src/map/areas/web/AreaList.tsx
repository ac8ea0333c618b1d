// The list beside the map: title and count, search, import, a form for a new area, and a card for each area that the search finds.
import { Empty } from '@flotta/ui/Empty.tsx'
import { useFocusAfterAdding } from '@flotta/ui/focus.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { MapFileMenu } from '@flotta/ui/MapFileMenu.tsx'
import { NothingFound } from '@flotta/ui/NothingFound.tsx'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { EditCard } from '@flotta/ui/resource/EditCard.tsx'
import { ImportSheet } from '@flotta/ui/resource/ImportSheet.tsx'
import { SearchField } from '@flotta/ui/resource/SearchField.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { exportHubs, exportPois, hubsBulk, poisBulk } from '../contract.ts'
import { type AreaListProps, CARD_HEIGHT, Cards } from './AreaCards.tsx'
import classes from './areas.module.css'
import { NEW } from './form.ts'
import { ImportMapFile } from './ImportMapFile.tsx'
import { areaKinds, importColumns } from './kinds.tsx'

export function AreaList(props: AreaListProps) {
  const { cardKind, active, mayEdit, onClose, onMade, kind } = props
  const { t } = useTranslation()
  return (
    <>
      <ListHead {...props} />
      {active === NEW ? (
        <section className={classes.form} aria-label={t(`areas.add.${kind}`)}>
          <EditCard
            form="inline"
            kind={cardKind}
            record={null}
            editing
            onEdit={() => undefined}
            onClose={onClose}
            onMade={onMade}
            mayEdit={mayEdit}
            head={null}
          />
        </section>
      ) : (
        <ListBody {...props} />
      )}
    </>
  )
}

function ListHead({ kind, all, shown, address, active, mayEdit, onEdit }: AreaListProps) {
  const { t } = useTranslation()
  const add = useFocusAfterAdding(active === NEW)
  return (
    <header className={classes.head}>
      <div className={classes.titleLine}>
        <PageTitle />
        <span className={classes.quiet} aria-live="polite">
          {all === undefined
            ? ''
            : address.search === ''
              ? formatNumber(all.length)
              : t('ui.list.found', { count: shown.length, total: formatNumber(shown.length) })}
        </span>
        <span className={classes.grow} />
        {mayEdit && (
          <Button
            ref={add}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onEdit(NEW)}
            disabled={active !== null}
          >
            {t(`areas.add.${kind}`)}
          </Button>
        )}
      </div>
      <div className={classes.searchLine}>
        <SearchField
          label={t('areas.search')}
          isNarrow
          typed={address.typed}
          onType={address.type}
        />
        <MapFileMenu
          endpoint={kind === 'hub' ? exportHubs : exportPois}
          args={format => ({ query: { format } })}
          name={t(`areas.title.${kind}`)}
        />
        {mayEdit && <ImportMapFile kind={kind} />}
        {mayEdit && (
          <ImportSheet
            resource={areaKinds[kind].resource}
            bulk={kind === 'hub' ? hubsBulk : poisBulk}
            columns={importColumns}
            known={{ code: (all ?? []).map(area => area.code) }}
            title={t(`areas.import.${kind}`)}
          />
        )}
      </div>
    </header>
  )
}

/** The cards, or a placeholder: loading rows, an error, no areas yet, none found. */
function ListBody(props: AreaListProps) {
  const { kind, all, shown, error, onRetry, address, mayEdit } = props
  const { t } = useTranslation()
  if (all === undefined)
    return <LoadingRows error={error} onRetry={onRetry} rows={10} height={CARD_HEIGHT} />
  if (all.length === 0)
    return (
      <Empty
        icon={areaKinds[kind].icon}
        title={t(`areas.none.${kind}`)}
        text={t(mayEdit ? `areas.none_yet.${kind}` : `areas.none_text.${kind}`)}
      />
    )
  return shown.length === 0 ? <NothingFound search={address.search} /> : <Cards {...props} />
}
