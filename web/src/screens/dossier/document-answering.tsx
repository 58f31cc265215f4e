import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AnswerForm } from '../../parts/answer/answer-form.tsx'
import { answersQuery } from '../../parts/answer/answer-queries.ts'
import type { RequestedDocument } from '../../parts/answer/answer-types.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'

/** The answer is begun with what is there: a draft, or else what was sent last. */
export function DocumentAnswering({ document, onEnd }: { document: RequestedDocument; onEnd: () => void }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const answers = useQuery(answersQuery(accountId, document))
  if (answers.isPending) return <Skeleton height={280} radius={12} />
  if (answers.isError) {
    return (
      <ProblemAlert
        title={t('dossier.answers.failed')}
        error={answers.error}
        onRetry={() => void answers.refetch()}
      />
    )
  }
  return (
    <AnswerForm
      accountId={accountId}
      document={document}
      draft={answers.data.find(({ status }) => status === 'DRAFT') ?? null}
      latest={answers.data.find(({ submittedAt }) => submittedAt !== null) ?? null}
      onSent={onEnd}
      onCancel={onEnd}
    />
  )
}
