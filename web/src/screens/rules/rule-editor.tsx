import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newIdempotencyKey } from '../../api/index.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { DeleteRule } from './delete-rule.tsx'
import { RuleFields } from './rule-fields.tsx'
import { RuleSimulation } from './rule-simulation.tsx'
import type { Rule, RuleDraft } from './rules.queries.ts'
import classes from './rules.module.css'

interface Props {
  /** Null for a new one. */
  rule: Rule | null
  mayChange: boolean
  onClose: () => void
}

const blank: RuleDraft = {
  name: '',
  priority: 100,
  dueDays: null,
  dossierTypeCodes: [],
  criteria: { sectors: [], countries: [], criticalities: [], purchaseAmount: { min: null, max: null } },
}

function draftOf(rule: Rule | null): RuleDraft {
  if (rule === null) return blank
  const { name, priority, dueDays, dossierTypeCodes, criteria } = rule
  return { name, priority, dueDays, dossierTypeCodes, criteria }
}

export function RuleEditor({ rule, mayChange, onClose }: Props) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const [draft, setDraft] = useState(() => draftOf(rule))
  const [tried, setTried] = useState(false)
  const [key] = useState(newIdempotencyKey)
  // Typing must not ask the server at each letter.
  const [debounced] = useDebouncedValue(draft, 400)
  const locked = !mayChange || rule?.active === true
  const saving = useApiMutation({
    mutationFn: () =>
      rule === null
        ? api.account(accountId).post('/rules', { body: draft, idempotencyKey: key })
        : api.account(accountId).patch('/rules/{ruleId}', { path: { ruleId: rule.ruleId }, body: draft }),
    successMessage: t('rules.saved'),
    invalidates: [['rules', accountId]],
    onSuccess: onClose,
    silent: true,
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const complete = draft.name.trim() !== '' && draft.dossierTypeCodes.length > 0
    setTried(!complete)
    if (complete) saving.mutate()
  }

  return (
    <Modal
      opened
      onClose={onClose}
      size={1040}
      title={<Text fw={650}>{rule?.name ?? t('rules.add')}</Text>}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form onSubmit={submit} noValidate className={classes.editor}>
        <Stack gap="md">
          {mayChange && rule?.active === true && <Notice tone="info">{t('rules.lockedWhileActive')}</Notice>}
          <RuleFields draft={draft} onChange={setDraft} locked={locked} tried={tried} />
          {saving.isError && <ProblemAlert title={t('rules.notSaved')} error={saving.error} />}
          <Foot
            rule={rule}
            locked={locked}
            mayChange={mayChange}
            pending={saving.isPending}
            onClose={onClose}
          />
        </Stack>
        {mayChange && <RuleSimulation ruleId={rule?.ruleId ?? null} draft={debounced} />}
      </form>
    </Modal>
  )
}

interface FootProps extends Props {
  locked: boolean
  pending: boolean
}

function Foot({ rule, locked, mayChange, pending, onClose }: FootProps) {
  const { t } = useTranslation()
  return (
    <Group justify="space-between">
      {mayChange && rule !== null && !rule.active ? <DeleteRule rule={rule} onDeleted={onClose} /> : <span />}
      <Group gap="xs">
        <Button variant="default" onClick={onClose}>
          {locked ? t('common.close') : t('common.cancel')}
        </Button>
        {!locked && (
          <Button type="submit" loading={pending}>
            {t('common.save')}
          </Button>
        )}
      </Group>
    </Group>
  )
}
