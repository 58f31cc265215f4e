import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { checkLines, type CheckLine } from './check-words.ts'
import classes from './decision.module.css'
import type { GivenAnswer } from './review.queries.ts'

const icons = { good: IconCircleCheck, warning: IconAlertTriangle, bad: IconCircleX, info: IconInfoCircle }

export function Checks({ answer }: { answer: GivenAnswer }) {
  const { t, i18n } = useTranslation()
  const lines = checkLines(answer, (code) => i18n.exists(`review.findings.${code}`))
  const severalFiles = answer.evidences.filter(({ fileName }) => fileName !== null).length > 1
  return (
    <>
      <p className={classes.text}>{t(`review.outcome.${outcomeOf(answer)}`)}</p>
      {lines.length > 0 && (
        <ul className={classes.checks}>
          {lines.map((line) => {
            const Icon = icons[line.tone]
            const words = wordsKey(line)
            return (
              <li key={`${words.key} ${line.of ?? ''}`} data-tone={line.tone}>
                <Icon size={17} stroke={1.8} aria-hidden="true" />
                <span>
                  <VisuallyHidden>{t(`review.tones.${line.tone}`)}: </VisuallyHidden>
                  {t(words.key, { detail: words.detail })}
                  {severalFiles && line.of !== null && <span className={classes.of}>{line.of}</span>}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

function outcomeOf({ status, checkOutcome, checkFindings }: GivenAnswer) {
  if (status === 'CHECKING') return 'running'
  return checkOutcome === 'PASSED' && checkFindings.length > 0 ? 'remarks' : (checkOutcome ?? 'none')
}

function wordsKey({ words }: CheckLine) {
  return 'finding' in words
    ? { key: `review.findings.${words.finding}` as const, detail: '' }
    : { key: `review.facts.${words.fact}` as const, detail: words.detail === '' ? '' : ` (${words.detail})` }
}
