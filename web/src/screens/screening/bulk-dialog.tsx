import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newIdempotencyKey } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { blankDraft, isComplete, matterOf, wireDecision, type Draft } from './draft.ts'
import { Grounds } from './grounds.tsx'
import type { HitRow } from './screening.queries.ts'
import { changedByDecision } from './use-decide-hit.ts'

interface Props {
  accountId: number
  hits: readonly HitRow[]
  onClose: () => void
  onDone: () => void
}

/** The same clearance for several hits. */
export function BulkDialog({ accountId, hits, onClose, onDone }: Props) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<Draft>(blankDraft)
  const clearing = useApiMutation({
    mutationFn: () =>
      api.account(accountId).post('/screening/decisions', {
        body: { ...wireDecision('FALSE_POSITIVE', draft), hitIds: hits.map(({ hitId }) => hitId) },
        idempotencyKey: newIdempotencyKey(),
      }),
    successMessage: ({ decided }) => t('screening.bulk.done', { count: decided }),
    invalidates: changedByDecision(accountId),
    onSuccess: onDone,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('screening.bulk.title', { count: hits.length })}
      submit={t('screening.bulk.confirm')}
      onSubmit={() => clearing.mutate()}
      pending={clearing.isPending}
      error={clearing.error}
      disabled={!isComplete(draft)}
    >
      <Text size="sm">{t('screening.bulk.detail')}</Text>
      <Text size="sm">{t('screening.bulk.two')}</Text>
      <Grounds
        verdict="FALSE_POSITIVE"
        matter={matterOf(hits)}
        draft={draft}
        onDraft={(change) => setDraft((before) => ({ ...before, ...change }))}
      />
    </FormDialog>
  )
}
