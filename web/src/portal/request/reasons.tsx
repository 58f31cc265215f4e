import { Notice } from '../../ui/notice.tsx'
import type { OneRequest } from '../portal-api.ts'
import { useWords } from '../words.tsx'
import classes from './request.module.css'

/** Why something has to be sent again. */
export function Reasons({ request }: { request: OneRequest }) {
  const { t, format } = useWords()
  const { rejection, status, draft, answers } = request
  const findings = [
    ...new Set([...(draft?.findings ?? []), ...(answers[0]?.findings ?? [])].map(({ code }) => code)),
  ]
  const sentences = [...new Set(findings.map((code) => t.findings[code] ?? t.findings['other'] ?? ''))]
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
      {status === 'TO_RENEW' && (
        <Notice tone="warning" title={t.request.renewTitle}>
          <p>{t.request.renewDetail}</p>
        </Notice>
      )}
    </>
  )
}
