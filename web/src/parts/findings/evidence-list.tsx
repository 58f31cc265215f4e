import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { useFormat } from '../../ui/format.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { FileLine } from '../answer/file-line.tsx'
import classes from './findings.module.css'
import type { CorrectiveAction, CorrectiveEvidence } from './findings.queries.ts'
import { useWho } from './use-who.ts'

/** What was sent for an action; what was refused stands apart. */
export function EvidenceList({ action: { evidences, round } }: { action: CorrectiveAction }) {
  const { t } = useTranslation()
  const current = evidences.filter((one) => one.round === round)
  const refused = evidences.filter((one) => one.round < round)
  return (
    <>
      {current.length > 0 && <Evidences label={t('findings.evidence')} evidences={current} />}
      {refused.length > 0 && (
        <details className={classes.earlier}>
          <summary>{t('findings.evidenceEarlier')}</summary>
          <Evidences label={t('findings.evidenceEarlier')} evidences={refused} />
        </details>
      )}
    </>
  )
}

function Evidences({ label, evidences }: { label: string; evidences: readonly CorrectiveEvidence[] }) {
  return (
    <ul className={classes.files} aria-label={label}>
      {evidences.map((evidence) => (
        <OneEvidence key={evidence.evidenceId} evidence={evidence} />
      ))}
    </ul>
  )
}

function OneEvidence({ evidence }: { evidence: CorrectiveEvidence }) {
  const { t } = useTranslation()
  const format = useFormat()
  const who = useWho()
  const accountId = useAccountId()
  const { evidenceId, comment, fileName, fileSize, fileState, responseId, sentAt, sentBy } = evidence
  const load = async (signal: AbortSignal) => {
    const path = { evidenceId }
    const file = await api.account(accountId).download('/corrective-evidence/{evidenceId}', { path, signal })
    return file.response.blob()
  }
  return (
    <li>
      {fileName !== null && fileState !== null && (
        <FileLine fileId={evidenceId} name={fileName} size={fileSize} state={fileState} load={load} />
      )}
      {comment !== null && <p className={classes.words}>{comment}</p>}
      {responseId !== null && <p className={classes.words}>{t('findings.fromPlan')}</p>}
      <p className={classes.quiet}>
        {t('findings.sentBy', { name: who(sentBy), date: format.moment(sentAt) })}
      </p>
    </li>
  )
}
