import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { announce } from '../parts/announcer.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { portalApi, type Me, type OneRequest } from '../portal-api.ts'
import { refreshAll } from '../queries.ts'
import { useTexts } from '../texts.tsx'
import { AnswerDetails } from './answer-details.tsx'
import { SentElsewhere } from './reasons.tsx'
import classes from './request.module.css'

interface Props {
  me: Me
  request: OneRequest
  onOther: () => void
}

/** What was sent waits, or is settled: what it was, and the ways to change one's mind. */
export function SentState({ me, request, onOther }: Props) {
  const { t } = useTexts()
  const [latest] = request.answers
  const isElsewhere = request.sentElsewhere !== null
  const isWaiting = request.action === 'WAIT' && !isElsewhere
  const isAccepted = request.status === 'ACCEPTED'
  return (
    <>
      {isWaiting && (
        <Notice tone="info" title={t.sent.reviewTitle}>
          <p>{t.sent.reviewDetail(me.account)}</p>
        </Notice>
      )}
      {isAccepted && (
        <Notice tone="good" title={t.sent.acceptedTitle}>
          <p>{t.sent.acceptedDetail}</p>
        </Notice>
      )}
      <SentElsewhere request={request} />
      {request.action === 'NOTHING' && !isAccepted && (
        <Notice tone="info">
          <p>{t.request.settled}</p>
        </Notice>
      )}
      {latest !== undefined && (
        <section className={classes.panel}>
          <AnswerDetails answer={latest} fields={request.formFields} />
        </section>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onOther}>
          {isAccepted || isElsewhere ? t.submit.newer : t.submit.instead}
        </Button>
        {isWaiting && latest?.state === 'IN_REVIEW' && <Withdraw documentId={request.documentId} />}
      </div>
    </>
  )
}

function Withdraw({ documentId }: { documentId: number }) {
  const { t } = useTexts()
  const [isConfirming, setConfirming] = useState(false)
  const withdraw = useMutation({
    mutationFn: () => portalApi.post('/portal/api/requests/{documentId}/withdraw', { path: { documentId } }),
    onSuccess: async () => {
      await refreshAll(documentId)
      setConfirming(false)
      announce(t.sent.withdrawn)
    },
  })
  return (
    <>
      <Button variant="subtle" color="red.8" className={classes.quiet} onClick={() => setConfirming(true)}>
        {t.sent.withdraw}
      </Button>
      {isConfirming && (
        <Confirm
          title={t.sent.withdrawTitle}
          detail={t.sent.withdrawDetail}
          confirm={t.sent.withdraw}
          failed={t.sent.withdrawFailed}
          error={withdraw.error}
          pending={withdraw.isPending}
          onConfirm={() => withdraw.mutate()}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  )
}
