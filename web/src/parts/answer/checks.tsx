import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { GivenAnswer } from './answer-types.ts'
import { checkLines, type CheckLine } from './check-text.ts'
import classes from './checks.module.css'

const icons = { good: IconCircleCheck, warning: IconAlertTriangle, bad: IconCircleX, info: IconInfoCircle }

/** How the automatic checks of an answer ended, and what they noticed, the worst first. */
export function Checks({ answer }: { answer: GivenAnswer }) {
  const { t, i18n } = useTranslation()
  const lines = checkLines(answer, (code) => i18n.exists(`checks.findings.${code}`))
  const severalFiles = answer.evidences.filter(({ fileName }) => fileName !== null).length > 1
  return (
    <div className={classes.checks}>
      <p className={classes.outcome}>{t(`checks.outcome.${outcomeOf(answer)}`)}</p>
      {lines.length > 0 && (
        <ul className={classes.lines}>
          {lines.map((line) => {
            const Icon = icons[line.tone]
            const text = wordsKey(line)
            return (
              <li key={`${text.key} ${line.of ?? ''}`} data-tone={line.tone}>
                <Icon size={17} stroke={1.8} aria-hidden="true" />
                <span>
                  {line.weight === 'HIGH' ? (
                    <strong className={classes.doubt}>{t('checks.weights.HIGH')}</strong>
                  ) : (
                    <VisuallyHidden>
                      {t(line.weight ? `checks.weights.${line.weight}` : `checks.tones.${line.tone}`)}:{' '}
                    </VisuallyHidden>
                  )}
                  {t(text.key, { detail: text.detail })}
                  {severalFiles && line.of !== null && <span className={classes.of}>{line.of}</span>}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

function outcomeOf({ status, checkOutcome, checkFindings }: GivenAnswer) {
  if (status === 'CHECKING') return 'running'
  return checkOutcome === 'PASSED' && checkFindings.length > 0 ? 'remarks' : (checkOutcome ?? 'none')
}

function wordsKey({ text }: CheckLine) {
  return 'finding' in text
    ? { key: `checks.findings.${text.finding}` as const, detail: '' }
    : { key: `checks.facts.${text.fact}` as const, detail: text.detail === '' ? '' : ` (${text.detail})` }
}
