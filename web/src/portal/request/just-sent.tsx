import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconArrowRight, IconCircleCheckFilled } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { countAwaited, nextToDo } from '../home/grouping.ts'
import type { Me } from '../portal-api.ts'
import { requestsQuery } from '../queries.ts'
import { go, paths } from '../route.tsx'
import { useTexts } from '../texts.tsx'
import classes from './request.module.css'
import { SentBack } from './sent-back.tsx'
import { useChecked } from './use-checked.ts'

interface Props {
  me: Me
  documentId: number
  onCorrect: () => void
}

/** It is done, and here is the next one; unless the checks find something while one looks. */
export function JustSent({ me, documentId, onCorrect }: Props) {
  const { t } = useTexts()
  const { data } = useQuery(requestsQuery)
  const sentBack = useChecked(documentId)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus()
    window.scrollTo(0, 0)
  }, [])
  if (sentBack !== null) return <SentBack request={sentBack} onCorrect={onCorrect} />
  const next = data && nextToDo(data, documentId)
  const isAll = data !== undefined && countAwaited(data) === 0
  return (
    <div className={classes.done}>
      <IconCircleCheckFilled size={48} aria-hidden="true" className={classes.doneIcon} />
      <h2 ref={title} tabIndex={-1}>
        {isAll ? t.home.allSentTitle : t.submit.sentTitle}
      </h2>
      <p>{isAll ? t.home.allSentDetail(me.account) : t.submit.sentDetail(me.account)}</p>
      <div className={classes.doneActions}>
        {next !== undefined && (
          <Button
            size="md"
            rightSection={<IconArrowRight size={18} />}
            className={classes.wrapping}
            onClick={() => go(paths.request(next.documentId))}
          >
            {t.submit.nextOf(next.name)}
          </Button>
        )}
        <Button size="md" variant="default" onClick={() => go(paths.home)}>
          {t.submit.toAll}
        </Button>
      </div>
    </div>
  )
}
