import { Button, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import queue from '../../parts/queue/queue-list.module.css'
import { HitStatePill } from '../../parts/screening/hit-state.tsx'
import { useListSource } from '../../parts/screening/use-list-source.ts'
import { useFormat } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import classes from './hits-list.module.css'
import { isWaiting, type HitRow } from './screening.queries.ts'
import { here, type Hits, type Selection } from './use-hits.ts'

interface Props {
  accountId: number
  hits: Hits
  /** Null for who may not decide. */
  selection: Selection | null
  onClear: () => void
}

export function HitsList({ accountId, hits, selection, onClear }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <nav aria-label={t('screening.list')} className={queue.nav}>
        <ul className={queue.rows}>
          {hits.rows.map((row) => (
            <HitEntry
              key={row.hitId}
              {...{ accountId, row, selection }}
              isCurrent={row.hitId === hits.hitId}
            />
          ))}
        </ul>
        <LoadMore query={hits.query} />
      </nav>
      {selection !== null && selection.selected.length > 0 && (
        <div className={classes.bulk}>
          <output className={classes.count}>
            {t('screening.selected', { count: selection.selected.length })}
          </output>
          <Button size="compact-sm" onClick={onClear}>
            {t('screening.clearSelected')}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={selection.clear}>
            {t('screening.unselect')}
          </Button>
        </div>
      )}
    </>
  )
}

interface EntryProps {
  accountId: number
  row: HitRow
  isCurrent: boolean
  selection: Selection | null
}

function HitEntry({ accountId, row, isCurrent, selection }: EntryProps) {
  const { t } = useTranslation()
  const { ago, percent } = useFormat()
  const source = useListSource()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li className={classes.entry}>
      <Link
        ref={link}
        from={here}
        to="."
        params={{ accountId }}
        search={({ hit: _, ...others }) => ({ ...others, hit: row.hitId })}
        aria-current={isCurrent ? 'true' : undefined}
        className={queue.row}
        data-selectable={selection !== null || undefined}
      >
        <span className={queue.words}>
          <span className={queue.name}>{row.subjectName}</span>
          <span className={queue.company} title={row.entryName}>
            {row.entryName}
          </span>
          <span className={queue.line}>
            <span>{t('screening.score', { score: percent(row.score) })}</span>
            <span>{ago(row.openedAt)}</span>
            <span>{source(row.source)}</span>
            {row.role !== 'COMPANY' && (
              <span>
                {t(`screening.role.${row.role}`)}{' '}
                {t('screening.ofCompany', { name: row.thirdpartyName ?? t('common.none') })}
              </span>
            )}
          </span>
          {row.state !== 'OPEN' && <HitStatePill state={row.state} />}
        </span>
      </Link>
      {selection !== null && isWaiting(row) && (
        <Checkbox
          size="xs"
          className={classes.check}
          aria-label={t('screening.select', { name: `${row.subjectName}, ${row.entryName}` })}
          checked={selection.isSelected(row.hitId)}
          onChange={() => selection.toggle(row.hitId)}
        />
      )}
    </li>
  )
}
