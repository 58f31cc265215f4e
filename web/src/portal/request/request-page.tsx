import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconArrowLeft } from '@tabler/icons-react'
import { isProblem } from '../../api/problem.ts'
import { SkeletonBar, LoadingMessage } from '../parts/skeleton.tsx'
import { Problem } from '../parts/problem.tsx'
import type { Me, OneRequest } from '../portal-api.ts'
import { requestQuery } from '../queries.ts'
import { go, Link, PageTitle, paths } from '../route.tsx'
import { useTexts } from '../texts.tsx'
import { About } from './about.tsx'
import { DueLine } from './due-line.tsx'
import { Answering } from './answering.tsx'
import classes from './request.module.css'

/** One request: what and why, and the answer to it. */
export function RequestPage({ me, documentId }: { me: Me; documentId: number }) {
  const { t } = useTexts()
  const { data, error, refetch } = useQuery(requestQuery(documentId))
  return (
    <>
      <Link href={paths.home} className={classes.back}>
        <IconArrowLeft size={18} stroke={1.8} aria-hidden="true" />
        {t.request.back}
      </Link>
      {isProblem(error, 'DOCUMENT_NOT_FOUND') ? (
        <Gone />
      ) : data !== undefined ? (
        <Found me={me} request={data} />
      ) : error !== null ? (
        <Problem title={t.common.loadFailed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton />
      )}
    </>
  )
}

function Found({ me, request }: { me: Me; request: OneRequest }) {
  const { t } = useTexts()
  return (
    <div className={classes.columns}>
      <div className={classes.head}>
        <PageTitle className={classes.title}>{request.name}</PageTitle>
        <p className={classes.purpose}>{request.purpose}</p>
        <p className={classes.meta}>
          <DueLine request={request} />
          <span>{t.request.kinds[request.kind]}</span>
          {!request.required && <span>{t.request.optional}</span>}
        </p>
      </div>
      <div className={classes.main}>
        <Answering me={me} request={request} />
      </div>
      <About request={request} />
    </div>
  )
}

function Gone() {
  const { t } = useTexts()
  return (
    <div className={classes.head}>
      <PageTitle className={classes.title}>{t.request.gone}</PageTitle>
      <p className={classes.purpose}>{t.request.goneDetail}</p>
      <div>
        <Button onClick={() => go(paths.home)}>{t.request.notFound}</Button>
      </div>
    </div>
  )
}

function Skeleton() {
  return (
    <div className={classes.columns} aria-busy="true">
      <LoadingMessage />
      <div className={classes.head}>
        <SkeletonBar width="55%" height={34} />
        <SkeletonBar width="80%" height={20} />
        <SkeletonBar width={180} height={18} />
      </div>
      <div className={classes.main}>
        <SkeletonBar height={260} />
      </div>
      <SkeletonBar height={220} />
    </div>
  )
}
