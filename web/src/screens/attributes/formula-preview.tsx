import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { api, type Answer } from '../../api/index.ts'
import { problemText } from '../../ui/problem-text.ts'
import { isList, type Attribute } from './attributes.queries.ts'
import classes from './attributes.module.css'

type Target = Pick<Attribute, 'type' | 'options'> & { code: string | null }

const previewQuery = (accountId: number, calculated: string, { type, options, code }: Target) =>
  queryOptions({
    queryKey: ['attribute-preview', accountId, type, options, code, calculated],
    queryFn: ({ signal }) => {
      const wanted = { type, calculated, ...(isList(type) && { options }), ...(code !== null && { code }) }
      return api.account(accountId).post('/attributes/preview', { body: wanted, signal })
    },
    placeholderData: keepPreviousData,
    retry: false,
  })

interface Props {
  accountId: number
  formula: string
  target: Target
}

/** What the formula yields for a few companies, shortly after each stroke. */
export function FormulaPreview({ accountId, formula, target }: Props) {
  const { t } = useTranslation()
  const [debounced] = useDebouncedValue(formula.trim(), 450)
  const enabled = debounced !== '' && (!isList(target.type) || target.options.length > 0)
  const { data, error } = useQuery({ ...previewQuery(accountId, debounced, target), enabled })
  return (
    <div className={classes.preview} aria-live="polite">
      <p className={classes.previewTitle}>
        {error === null || !enabled ? t('attributes.preview') : t('attributes.previewFailed')}
      </p>
      {!enabled ? (
        t('attributes.previewHint')
      ) : error !== null ? (
        problemText(error, t)
      ) : data === undefined ? (
        <Skeleton height={80} />
      ) : (
        <PreviewRows preview={data} />
      )}
    </div>
  )
}

function PreviewRows({ preview: { content } }: { preview: Answer<'previewAttribute'> }) {
  const { t } = useTranslation()
  if (content.length === 0) return <span>{t('attributes.previewNone')}</span>
  return (
    <dl className={classes.previewRows}>
      {content.slice(0, 5).map((row) => (
        <div key={row.thirdpartyId} className={classes.previewRow}>
          <dt>{row.name ?? t('attributes.unnamed')}</dt>
          <dd>{outcomeText(t, row)}</dd>
        </div>
      ))}
    </dl>
  )
}

function outcomeText(t: TFunction, row: Answer<'previewAttribute'>['content'][number]): string {
  if (row.outcome === 'MISSING') return t('attributes.previewRow.MISSING')
  if (row.outcome === 'FAILED') return t('attributes.previewRow.FAILED', { reason: row.reason ?? '' })
  if (typeof row.value === 'boolean') return t(row.value ? 'common.yes' : 'common.no')
  return Array.isArray(row.value) ? row.value.join(', ') : String(row.value)
}
