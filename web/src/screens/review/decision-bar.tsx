import { Button, Checkbox, Group, Textarea, Tooltip } from '@mantine/core'
import { useEffect, useRef, type KeyboardEvent, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../../parts/queue/decision.module.css'
import { RejectFinding, type RejectedDocument } from './reject-finding.tsx'
import type { Draft } from './use-decisions.ts'

export interface BarProps {
  document: RejectedDocument
  draft: Draft
  onDraft: (change: Partial<Draft>) => void
  onApprove: () => void
  onReject: () => void
  /** Why nobody can decide now, in words. */
  blocked: string | null
  mayApprove: boolean
  /** False for a moment after an item has come: no second press of a key decides on what nobody has seen. */
  isResolved: boolean
}

const mostCharacters = 4_000
const reasons = ['unreadable', 'wrong', 'outdated', 'otherCompany', 'incomplete', 'unsigned'] as const

export function DecisionBar(props: BarProps) {
  const { t } = useTranslation()
  const { draft, onDraft, blocked } = props
  if (blocked !== null) return <p className={classes.blocked}>{blocked}</p>
  if (draft.form === 'reject') return <RejectForm {...props} />
  return (
    <div className={classes.bar} data-settled={props.isResolved}>
      {draft.form === 'note' && (
        <Textarea
          autosize
          minRows={2}
          maxRows={5}
          maxLength={mostCharacters}
          label={t('review.note')}
          description={t('review.noteHelp')}
          value={draft.comment}
          onChange={({ currentTarget }) => onDraft({ comment: currentTarget.value })}
        />
      )}
      <Group gap="xs" grow preventGrowOverflow={false} wrap="nowrap">
        <WithKey label={t('review.approveHelp')} shortcut="A">
          <Button
            disabled={!props.mayApprove}
            color="#18743f"
            rightSection={<Key>A</Key>}
            aria-keyshortcuts="a"
            onClick={props.onApprove}
          >
            {t('review.approve')}
          </Button>
        </WithKey>
        <WithKey label={t('review.rejectHelp')} shortcut="R">
          <Button
            variant="default"
            rightSection={<Key>R</Key>}
            aria-keyshortcuts="r"
            onClick={() => onDraft({ form: 'reject' })}
          >
            {t('review.rejectOpen')}
          </Button>
        </WithKey>
      </Group>
      {draft.form === 'none' && props.mayApprove && (
        <Button variant="subtle" size="compact-sm" onClick={() => onDraft({ form: 'note' })}>
          {t('review.addNote')}
        </Button>
      )}
    </div>
  )
}

function RejectForm({ document, draft, onDraft, onReject, isResolved }: BarProps) {
  const { t } = useTranslation()
  const reason = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    reason.current?.focus()
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const isReady = draft.comment.trim() !== '' && draft.finding?.title.trim() !== ''
  const onKeyDown = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key === 'Escape') onDraft({ form: 'none' })
    if (key === 'Enter' && (ctrlKey || metaKey) && isReady) onReject()
  }
  return (
    <div ref={form} className={classes.bar} data-settled={isResolved}>
      <Textarea
        ref={reason}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={mostCharacters}
        label={t('review.reason')}
        description={draft.shared ? t('review.reasonShared') : t('review.reasonInside')}
        value={draft.comment}
        onChange={({ currentTarget }) => onDraft({ comment: currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      <ReasonChips
        onPick={(text) => {
          onDraft({ comment: joined(draft.comment, text) })
          reason.current?.focus()
        }}
      />
      <RejectChoices draft={draft} onDraft={onDraft} />
      <RejectFinding document={document} draft={draft} onDraft={onDraft} />
      <Group gap="xs" grow preventGrowOverflow={false}>
        <Tooltip label={`${t('review.reject')} (Ctrl + Enter)`} openDelay={500}>
          <Button color="red.8" disabled={!isReady} onClick={onReject}>
            {draft.fraud ? t('review.rejectForged') : t('review.reject')}
          </Button>
        </Tooltip>
        <Button variant="default" onClick={() => onDraft({ form: 'none' })}>
          {t('common.cancel')}
        </Button>
      </Group>
    </div>
  )
}

/** Whether the company reads why, and whether the piece is forged. */
function RejectChoices({ draft, onDraft }: Pick<BarProps, 'draft' | 'onDraft'>) {
  const { t } = useTranslation()
  return (
    <>
      <Checkbox
        size="sm"
        label={t('review.tell')}
        checked={draft.shared}
        onChange={({ currentTarget }) => onDraft({ shared: currentTarget.checked })}
      />
      <Checkbox
        size="sm"
        color="red.8"
        label={t('review.fraud')}
        description={draft.fraud ? t('review.fraudHelp') : undefined}
        checked={draft.fraud}
        onChange={({ currentTarget }) => onDraft({ fraud: currentTarget.checked })}
      />
    </>
  )
}

function ReasonChips({ onPick }: { onPick: (text: string) => void }) {
  const { t } = useTranslation()
  return (
    <ul className={classes.reasons} aria-label={t('review.usualReasons')}>
      {reasons.map((code) => (
        <li key={code}>
          <button
            type="button"
            className={classes.chip}
            onClick={() => onPick(t(`review.reasons.${code}.words`))}
          >
            {t(`review.reasons.${code}.short`)}
          </button>
        </li>
      ))}
    </ul>
  )
}

function joined(before: string, more: string): string {
  const said = before.trim()
  return said === '' ? more : said.includes(more) ? said : `${said}\n${more}`
}

function Key({ children }: { children: string }) {
  return (
    <kbd className={classes.key} aria-hidden="true">
      {children}
    </kbd>
  )
}

function WithKey({ label, shortcut, children }: { label: string; shortcut: string; children: ReactElement }) {
  return (
    <Tooltip label={`${label} (${shortcut})`} openDelay={500}>
      {children}
    </Tooltip>
  )
}
