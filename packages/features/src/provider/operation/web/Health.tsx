// The health of the installation: the doctor's findings, its processes, and its figures.
import { query } from '@flotta/ui/api.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { Stat } from '@flotta/ui/Stat.tsx'
import { PlainTable } from '@flotta/ui/table/PlainTable.tsx'
import { Badge, Button, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Figures, type Finding, findings, system } from '../contract.ts'
import classes from './operation.module.css'

type FindingLine = z.infer<typeof Finding>
const colours: Readonly<Record<FindingLine['state'], string>> = {
  ok: 'green',
  warn: 'orange',
  fail: 'red',
}
const LOOKS_EVERY_MS = 10_000

export default function Health() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    ...query(system, {}),
    refetchInterval: LOOKS_EVERY_MS,
  })
  return (
    <>
      <Findings />
      {data === undefined ? (
        <LoadingRows error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <FigureTiles figures={data.figures} />
          <h2>{t('operation.processes')}</h2>
          <PlainTable
            columns={[
              { title: t('operation.instance'), cell: p => p.instance },
              { title: t('operation.roles'), cell: p => p.roles.join(', ') },
              { title: t('operation.version'), cell: p => p.version },
            ]}
            rows={data.processes}
            keyOf={p => p.instance}
            error={null}
            onRetry={() => void refetch()}
            empty={{ title: t('operation.processes'), text: '' }}
          />
        </>
      )}
    </>
  )
}

const GIGABYTE = 1e9
function FigureTiles({ figures }: { readonly figures: Figures }) {
  const { t } = useTranslation()
  const names = Object.keys(figures) as (keyof Figures)[]
  return (
    <section aria-labelledby="figures">
      <h2 id="figures">{t('operation.figures')}</h2>
      <div className={`${classes.box} ${classes.figures}`}>
        {names.map(name => {
          const value = figures[name]
          const isSize = name === 'database_bytes' || name === 'disk_free'
          if (value === null) return null
          return (
            <Stat
              key={name}
              label={t(`operation.figure.${name}`)}
              value={isSize ? value / GIGABYTE : value}
              {...(isSize && { unit: 'GB', decimals: 2 })}
            />
          )
        })}
      </div>
    </section>
  )
}

/** The doctor's findings; those without a fault stay hidden until somebody asks for them. */
function Findings() {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    ...query(findings, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const lines = (data ?? []).filter(({ state }) => all || state !== 'ok')
  return (
    <section aria-labelledby="findings">
      <h2 id="findings">{t('operation.findings')}</h2>
      <p className="flotta-quiet">{t('operation.findings_text')}</p>
      <div className={classes.name}>
        <Button variant="default" size="xs" loading={isFetching} onClick={() => void refetch()}>
          {t('operation.look_again')}
        </Button>
        <Switch
          label={t('operation.show_well')}
          checked={all}
          onChange={event => setAll(event.currentTarget.checked)}
        />
      </div>
      {data === undefined ? (
        <LoadingRows error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className={classes.box} style={{ listStyle: 'none', padding: 0, margin: '12px 0 0' }}>
          {lines.length === 0 && <li className={classes.finding}>{t('operation.all_well')}</li>}
          {lines.map(line => (
            <FindingRow key={`${line.check} ${line.says}`} line={line} />
          ))}
        </ul>
      )}
    </section>
  )
}

function FindingRow({ line: { state, check, says, do: todo } }: { readonly line: FindingLine }) {
  const { t } = useTranslation()
  return (
    <li className={classes.finding}>
      <Badge color={colours[state]} variant="light" style={{ flexShrink: 0 }}>
        {t(`operation.state.${state}`)}
      </Badge>
      <div lang="en">
        <p>
          <b>{check}</b> · {says}
        </p>
        {todo !== null && <p className="flotta-quiet">{todo}</p>}
      </div>
    </li>
  )
}
