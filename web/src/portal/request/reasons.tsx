import { Notice } from '../../ui/notice.tsx'
import type { OneRequest } from '../portal-api.ts'
import type { Texts } from '../texts/en.ts'
import { useTexts } from '../texts.tsx'
import classes from './request.module.css'

/** What the checks found, each thing once. */
export function findingSentences({ draft, answers }: OneRequest, { findings }: Texts): string[] {
  const found = [...(draft?.findings ?? []), ...(answers[0]?.findings ?? [])]
  return [...new Set(found.map(({ code }) => findings[code] ?? findings['other'] ?? ''))]
}

/** Why something has to be sent again, or perhaps need not be. */
export function Reasons({ request }: { request: OneRequest }) {
  const { t, format } = useTexts()
  const { rejection, status } = request
  const sentences = findingSentences(request, t)
  return (
    <>
      {status === 'TO_CORRECT' && rejection !== null && (
        <Notice tone="bad" title={t.request.rejectedTitle}>
          <p className={classes.reason}>{rejection.reason ?? t.request.rejectedNoReason}</p>
          <span className={classes.small}>{t.request.rejectedOn(format.moment(rejection.at))}</span>
        </Notice>
      )}
      {status === 'TO_CORRECT' && rejection === null && sentences.length > 0 && (
        <Notice tone="bad" title={t.request.findingsTitle}>
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      <SentElsewhere request={request} />
      {status === 'TO_RENEW' && (
        <Notice tone="warning" title={t.request.renewTitle}>
          <p>{t.request.renewDetail}</p>
        </Notice>
      )}
    </>
  )
}

/** The same piece is looked at for another dossier. */
export function SentElsewhere({ request: { sentElsewhere } }: { request: OneRequest }) {
  const { t, format } = useTexts()
  if (sentElsewhere === null) return null
  return (
    <Notice tone="info" title={t.sent.elsewhereTitle}>
      <p>{t.sent.elsewhere(sentElsewhere.dossierName, format.moment(sentElsewhere.sentAt))}</p>
    </Notice>
  )
}
