// A hub or point of interest in the list: code, name and place; the selected one with its address
// and the vehicles inside now.
import { isPlainClick } from '@flotta/ui/Lead.tsx'
import type { EditCardProps } from '@flotta/ui/resource/card-kind.ts'
import { EditCard } from '@flotta/ui/resource/EditCard.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { TellWhen } from '../../../alerts/alert-configurations/web/TellWhen.tsx'
import type { Area, hubs } from '../contract.ts'
import type { AreaKind } from '../rules.ts'
import classes from './areas.module.css'
import type { Form } from './form.ts'
import { InsideNow } from './InsideNow.tsx'
import { areaKinds } from './kinds.tsx'

export interface AreaCardProps extends Pick<EditCardProps<typeof hubs, Form>, 'kind' | 'mayEdit'> {
  readonly area: Area
  readonly what: AreaKind
  readonly selected: boolean
  readonly editing: boolean
  readonly onSelect: (id: number) => void
  readonly onEdit: (id: number) => void
  readonly onClose: () => void
}

/** Rendered again only when its own area has changed. */
export const AreaCard = memo(function AreaCard({
  area,
  what,
  kind,
  selected,
  editing,
  mayEdit,
  onSelect,
  onEdit,
  onClose,
}: AreaCardProps) {
  const { t } = useTranslation()
  const face = (
    <a
      href={what === 'hub' ? `/hubs?h=${area.id}` : `/pois?p=${area.id}`}
      className={classes.face}
      data-face
      aria-current={selected ? 'true' : undefined}
      onClick={event => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        onSelect(area.id)
      }}
    >
      <span className={classes.dot} style={{ background: area.color }} aria-hidden />
      <span className={classes.faceBody}>
        <span className={classes.line}>
          <strong className={classes.grow}>{area.code}</strong>
          <span className={classes.radius}>
            {area.radius === null
              ? t(`areas.shape_of.${area.shape.type}`)
              : formatNumber(area.radius, { unit: 'm' })}
          </span>
        </span>
        <span className={classes.quiet}>
          {[area.name === area.code ? null : area.name, area.city].filter(Boolean).join(' · ') ||
            '—'}
        </span>
      </span>
    </a>
  )
  if (!selected && !editing) return <div className={classes.card}>{face}</div>
  const street = [area.address, [area.zip_code, area.city].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
  const degrees = (value: number) => formatNumber(value, { decimals: 5 })
  return (
    <section
      className={classes.card}
      data-selected
      aria-label={`${t(`areas.one.${what}`)} ${area.code}`}
    >
      <EditCard
        form="inline"
        kind={kind}
        record={area}
        editing={editing}
        onEdit={() => onEdit(area.id)}
        onClose={onClose}
        mayEdit={mayEdit}
        head={face}
      >
        <dl className={classes.facts}>
          <dt>{t('areas.address')}</dt>
          <dd>{street || t('geocoding.unknown.address')}</dd>
          <dt>{t('areas.position')}</dt>
          <dd className="flotta-figures">
            {degrees(area.latitude)} · {degrees(area.longitude)}
          </dd>
        </dl>
        <TellWhen kind={what} area={area} />
        <InsideNow endpoint={areaKinds[what].vehicles} id={area.id} />
      </EditCard>
    </section>
  )
})
