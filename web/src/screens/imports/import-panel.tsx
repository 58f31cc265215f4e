import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { Faults } from './faults.tsx'
import { Figures } from './figures.tsx'
import { importQuery, isUnderWay, type ImportRecord } from './imports.queries.ts'

interface Props {
  accountId: number
  importId: number
  pending: boolean
  /** Null when the file is no longer at hand. */
  onImport: (() => void) | null
  onBack: (() => void) | null
  onAgain: () => void
}

export function ImportPanel(props: Props) {
  const { t } = useTranslation()
  const { accountId, importId } = props
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(importQuery(accountId, importId))
  const state = data?.state
  useEffect(() => {
    if (state !== 'DONE') return
    void queries.invalidateQueries({ queryKey: ['imports', accountId, 'list'] })
    void queries.invalidateQueries({ queryKey: ['thirdparties', accountId] })
  }, [state, queries, accountId])
  if (error !== null)
    return <ProblemAlert title={t('imports.loadFailed')} error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Panel title={t('imports.loading')}>{t('common.loading')}</Panel>
  return (
    <Panel title={t(data.dryRun ? 'imports.checkTitle' : 'imports.importTitle')}>
      <Stack gap="md">
        {isUnderWay(data) ? (
          <UnderWay accountId={accountId} record={data} />
        ) : (
          <Ended record={data} {...props} />
        )}
        {data.invalid + data.duplicates > 0 && <Faults accountId={accountId} record={data} />}
      </Stack>
    </Panel>
  )
}

function UnderWay({ accountId, record }: { accountId: number; record: ImportRecord }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { importId, progress, rows } = record
  const cancelling = useApiMutation({
    mutationFn: () =>
      api.account(accountId).post('/thirdparties/imports/{importId}/cancel', { path: { importId } }),
    successMessage: t('imports.cancelled'),
    invalidates: [['imports', accountId]],
  })
  return (
    <>
      <div>
        <Progress value={progress} size="lg" aria-label={t('imports.progressLabel')} animated />
        <Text size="sm" c="dimmed" mt={6} aria-live="polite">
          {t('imports.progress', { progress, rows: format.number(rows) })}
        </Text>
      </div>
      <Group justify="flex-end">
        <Button variant="default" loading={cancelling.isPending} onClick={() => cancelling.mutate()}>
          {t('imports.cancel')}
        </Button>
      </Group>
    </>
  )
}

function Ended({ record, accountId, pending, onImport, onBack, onAgain }: Props & { record: ImportRecord }) {
  const { t } = useTranslation()
  const { dryRun, state, added, updated } = record
  const count = added + updated
  const mayImport = dryRun && state === 'DONE' && count > 0
  return (
    <>
      <Verdict record={record} />
      <Figures record={record} />
      {mayImport && onImport === null && <Notice tone="info">{t('imports.chooseAgain')}</Notice>}
      <Group justify="space-between">
        <Button variant="default" onClick={dryRun && onBack !== null ? onBack : onAgain}>
          {dryRun && onBack !== null ? t('imports.backToColumns') : t('imports.another')}
        </Button>
        {mayImport && onImport !== null && (
          <Button loading={pending} onClick={onImport}>
            {t('imports.import', { count })}
          </Button>
        )}
        {!dryRun && (
          <ButtonLink to="/account/$accountId/thirdparties" params={{ accountId }} search={{}}>
            {t('imports.seePortfolio')}
          </ButtonLink>
        )}
      </Group>
    </>
  )
}

function Verdict({ record }: { record: ImportRecord }) {
  const { t } = useTranslation()
  const { state, problem, dryRun, invalid, added, updated } = record
  if (state === 'FAILED')
    return (
      <Notice tone="bad" live="assertive" title={t('imports.failed')}>
        {problem?.detail}
      </Notice>
    )
  if (state === 'CANCELLED') return <Notice tone="warning">{t('imports.wasCancelled')}</Notice>
  const tone = invalid > 0 ? 'warning' : 'good'
  const text = dryRun
    ? t(
        added + updated === 0
          ? 'imports.nothingNew'
          : invalid > 0
            ? 'imports.checkedWithFaults'
            : 'imports.checked',
      )
    : t(invalid > 0 ? 'imports.doneWithFaults' : 'imports.done')
  return (
    <Notice tone={tone} live="polite">
      {text}
    </Notice>
  )
}
