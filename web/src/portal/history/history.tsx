import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Pill } from '../../ui/pill.tsx'
import { SkeletonBar } from '../parts/skeleton.tsx'
import { Problem } from '../parts/problem.tsx'
import type { Me, PortalAnswer } from '../portal-api.ts'
import { historyQuery } from '../queries.ts'
import { answerTones } from '../request/earlier.tsx'
import { SentFiles } from '../request/sent-files.tsx'
import { Link, PageTitle, paths } from '../route.tsx'
import { useTexts } from '../texts.tsx'
import classes from './history.module.css'

/** All that was ever sent, with what became of it. */
export function History({ me }: { me: Me }) {
  const { t } = useTexts()
  const history = useInfiniteQuery(historyQuery)
  const answers = history.data?.pages.flatMap(({ content }) => content)
  return (
    <div className={classes.page}>
      <PageTitle className={classes.title}>{t.history.title}</PageTitle>
      <p className={classes.lead}>{t.history.lead(me.company)}</p>
      {history.isError && (
        <Problem title={t.common.loadFailed} error={history.error} onRetry={() => void history.refetch()} />
      )}
      {answers?.length === 0 && (
        <div className={classes.empty}>
          <h2>{t.history.empty}</h2>
          <p>{t.history.emptyDetail}</p>
        </div>
      )}
      <ol className={classes.list}>
        {answers === undefined &&
          !history.isError &&
          [0, 1, 2].map((row) => <SkeletonBar key={row} height={120} />)}
        {answers?.map((answer) => (
          <Sent key={answer.responseId} answer={answer} />
        ))}
      </ol>
      {history.hasNextPage && (
        <Button
          variant="default"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {t.history.more}
        </Button>
      )}
    </div>
  )
}

function Sent({ answer }: { answer: PortalAnswer }) {
  const { t, format } = useTexts()
  const { sentAt, sentBy, startedAt } = answer
  const sent = sentBy === 'ME' ? t.sent.sentByMe : t.sent.sentByCompany
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h2 className={classes.name}>
          <Link href={paths.request(answer.documentId)}>{answer.documentName}</Link>
        </h2>
        <Pill tone={answerTones[answer.state]}>{answer.stateLabel}</Pill>
      </div>
      <p className={classes.when}>
        {sentAt === null ? t.history.begun(format.moment(startedAt)) : sent(format.moment(sentAt))}
        {answer.state === 'ACCEPTED' && answer.expirationDate !== null && (
          <> · {t.request.validUntil(format.date(answer.expirationDate))}</>
        )}
      </p>
      {answer.reason !== null && <p className={classes.reason}>{answer.reason}</p>}
      <SentFiles files={answer.files} />
    </li>
  )
}
