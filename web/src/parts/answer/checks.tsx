import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Texts } from '../../i18n/en/index.ts'
import type { GivenAnswer } from './answer-types.ts'
import classes from './answer.module.css'

type KnownFinding = keyof Texts['dossier']['finding']

/** How the automatic checks of an answer ended, and what they noticed. */
export function Checks({ answer }: { answer: GivenAnswer }) {
  const { t } = useTranslation()
  const { checkOutcome, checkFindings, status } = answer
  if (checkOutcome === null && status !== 'CHECKING') return null
  const outcome = checkOutcome ?? 'RUNNING'
  const Icon = outcome === 'PASSED' ? IconCircleCheck : outcome === 'RUNNING' ? IconClock : IconAlertTriangle
  const codes = [...new Set(checkFindings.map(({ code }) => code))]
  return (
    <div className={classes.checks} data-outcome={outcome}>
      <Icon size={18} stroke={1.8} aria-hidden="true" />
      <div>
        <div>{t(`dossier.check.${outcome}`)}</div>
        {codes.length > 0 && (
          <ul className={classes.findings}>
            {codes.map((code) => (
              <li key={code}>{t(`dossier.finding.${code as KnownFinding}`, { defaultValue: code })}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
