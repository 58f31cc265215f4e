import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AnswerCard } from '../../parts/answer/answer-card.tsx'
import { answersQuery } from '../../parts/answer/answer-queries.ts'
import type { RequestedDocument, GivenAnswer } from '../../parts/answer/answer-types.ts'
import { usePeople } from '../../parts/answer/use-people.ts'
import { OpenFindingButton } from '../../parts/findings/open-finding-button.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import classes from './dossier.module.css'
import { Part } from './part.tsx'

const current: readonly GivenAnswer['status'][] = ['DRAFT', 'CHECKING', 'PENDING', 'ACCEPTED']

function emptyText({ kind, statusReason }: RequestedDocument) {
  if (kind !== 'CHECK') return 'none'
  return statusReason === 'NO_SOURCE' ? 'bySomebody' : 'byCheck'
}

/** What counts now, then what came before and how it ended. */
export function DocumentAnswers({ document }: { document: RequestedDocument }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const answers = useQuery(answersQuery(accountId, document))
  if (answers.isPending) return <Skeleton height={120} radius={10} />
  if (answers.isError) {
    return (
      <ProblemAlert
        title={t('dossier.answers.failed')}
        error={answers.error}
        onRetry={() => void answers.refetch()}
      />
    )
  }
  const counting = answers.data.filter(({ status }) => current.includes(status))
  // A rejection that nobody has answered yet is what counts.
  const now = counting.length > 0 ? counting : answers.data.slice(0, 1)
  const earlier = answers.data.filter((one) => !now.includes(one))
  return (
    <>
      <Part title={t('dossier.answers.now')}>
        {now.length === 0 ? (
          <p className={classes.text}>{t(`dossier.answers.${emptyText(document)}`)}</p>
        ) : (
          <AnswerList document={document} answers={now} />
        )}
      </Part>
      {earlier.length > 0 && (
        <Part title={t('dossier.answers.earlier')}>
          <AnswerList document={document} answers={earlier} />
        </Part>
      )}
    </>
  )
}

function AnswerList({ document, answers }: { document: RequestedDocument; answers: readonly GivenAnswer[] }) {
  const accountId = useAccountId()
  const nameOf = usePeople(accountId, document)
  return (
    <ul className={classes.earlier}>
      {answers.map((answer) => (
        <li key={answer.responseId}>
          <AnswerCard accountId={accountId} document={document} answer={answer} nameOf={nameOf} />
          {answer.status === 'DENIED' && <FindingFromAnswer document={document} answer={answer} />}
        </li>
      ))}
    </ul>
  )
}

interface RejectedProps {
  document: RequestedDocument
  answer: GivenAnswer
}

/** What was rejected often shows that more is wrong. */
function FindingFromAnswer({ document, answer: { responseId, decisions } }: RejectedProps) {
  const { t } = useTranslation()
  const { thirdpartyId, documentName, theme } = document
  const description = decisions.at(-1)?.comment ?? ''
  return (
    <OpenFindingButton
      thirdpartyId={thirdpartyId}
      seenIn={{
        source: { kind: 'ANSWER', responseId },
        name: documentName,
        draft: {
          title: t('findings.add.rejected', { name: documentName }).slice(0, 200),
          theme,
          description,
        },
      }}
    />
  )
}
