import { Button, Group, Tooltip } from '@mantine/core'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import queue from '../../parts/queue/decision.module.css'
import { Notice } from '../../ui/notice.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { blankDraft, isComplete, type Draft, type Matter } from './draft.ts'
import { Grounds } from './grounds.tsx'
import classes from './hit-panel.module.css'
import type { Verdict } from './screening.queries.ts'

export const verdictKeys = { t: 'TRUE_MATCH', f: 'FALSE_POSITIVE', u: 'UNCLEAR' } as const

const wordsOf = (matter: Matter) => (matter === 'NEWS' ? 'screeningNews' : 'screening')

interface Props {
  matter: Matter
  draft: Draft
  onDraft: (change: Partial<Draft>) => void
  onVerdict: (verdict: Verdict) => void
  onSend: () => void
  /** Why nobody can decide now, in words. */
  blocked: string | null
  /** What sending does: decides, proposes to a second person, or confirms what the first proposed. */
  effect: 'send' | 'propose' | 'confirm'
  /** Whoever looks proposed it and cannot confirm it as well. */
  isOwnProposal: boolean
  /** False for a moment after a hit has come: no second press of a key decides on what nobody has seen. */
  isResolved: boolean
  isPending: boolean
  problem: Error | null
}

export function HitDecisionBar(props: Props) {
  const { t } = useTranslation()
  const { matter, draft, blocked, isResolved, onVerdict } = props
  if (blocked !== null) return <p className={queue.blocked}>{blocked}</p>
  if (draft.verdict !== null) return <DecisionForm key={draft.verdict} {...props} verdict={draft.verdict} />
  return (
    <div className={queue.bar} data-settled={isResolved}>
      <div className={classes.verdicts}>
        {Object.entries(verdictKeys).map(([key, verdict]) => (
          <Tooltip key={key} label={t(`${wordsOf(matter)}.verdictHelp.${verdict}`)} openDelay={500}>
            <Button
              variant="default"
              size="sm"
              justify="space-between"
              rightSection={
                <kbd className={queue.key} aria-hidden="true">
                  {key.toUpperCase()}
                </kbd>
              }
              aria-keyshortcuts={key}
              onClick={() => onVerdict(verdict)}
            >
              {t(`screening.verdict.${verdict}`)}
            </Button>
          </Tooltip>
        ))}
      </div>
    </div>
  )
}

function DecisionForm(props: Props & { verdict: Verdict }) {
  const { t } = useTranslation()
  const { verdict, matter, draft, onDraft, effect, isOwnProposal, problem } = props
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    form.current?.querySelector('input')?.focus()
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const isReady = isComplete(draft) && !isOwnProposal && props.isResolved && !props.isPending
  const onKeyDown = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key === 'Escape') onDraft(blankDraft)
    if (key === 'Enter' && (ctrlKey || metaKey) && isReady) props.onSend()
  }
  return (
    <div ref={form} className={queue.bar} data-settled={props.isResolved}>
      <p className={classes.chosen}>
        {t(`screening.verdict.${verdict}`)}
        <span>{t(`${wordsOf(matter)}.verdictHelp.${verdict}`)}</span>
      </p>
      {isOwnProposal && <Notice tone="warning">{t('screening.notYou')}</Notice>}
      {!isOwnProposal && effect === 'propose' && (
        <Notice tone="info" title={t('screening.two')}>
          {t('screening.twoNeeded')}
        </Notice>
      )}
      {problem && (
        <Notice tone="bad" live="assertive" title={t('screening.failed')}>
          {problemText(problem, t)}
        </Notice>
      )}
      <Grounds verdict={verdict} matter={matter} draft={draft} onDraft={onDraft} onKeyDown={onKeyDown} />
      <Group gap="xs" grow preventGrowOverflow={false}>
        <Tooltip label={`${t(`screening.${effect}`)} (Ctrl + Enter)`} openDelay={500}>
          <Button
            {...(verdict === 'TRUE_MATCH' && { color: 'red.8' })}
            disabled={!isReady}
            loading={props.isPending}
            onClick={props.onSend}
          >
            {t(`screening.${effect}`)}
          </Button>
        </Tooltip>
        <Button variant="default" onClick={() => onDraft(blankDraft)}>
          {t('common.cancel')}
        </Button>
      </Group>
    </div>
  )
}
