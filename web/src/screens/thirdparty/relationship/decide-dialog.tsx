import { Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/index.ts'
import { FormDialog } from '../../../parts/form-dialog/form-dialog.tsx'
import { useApiMutation } from '../../../ui/use-api-mutation.ts'
import { useSeen } from '../../../ui/use-seen.ts'
import { companyKey, type Company } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'

const states = ['APPROVED', 'APPROVED_WITH_CONDITIONS', 'SUSPENDED', 'REFUSED'] as const
type State = (typeof states)[number]

interface Props {
  record: Company
  /** Of the version that was looked at: what somebody else decided meanwhile is looked at first. */
  tag: string | null
  onClose: () => void
}

interface Draft {
  state: State
  reason: string
  scope: string
  validUntil: string
  conditions: string
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function useDecide({ tag: current, onClose }: Props) {
  const { t } = useTranslation()
  const tag = useSeen(current)
  const ids = useThirdPartyIds()
  const { accountId } = ids
  return useApiMutation({
    mutationFn: ({ state, reason, scope, validUntil, conditions }: Draft) =>
      api.account(accountId).put('/thirdparties/{thirdpartyId}/relationship', {
        path: ids,
        ifMatch: tag,
        body: {
          state,
          reason: reason.trim(),
          scope: scope.trim() === '' ? null : scope.trim(),
          validUntil: validUntil === '' ? null : validUntil,
          conditions:
            state === 'APPROVED_WITH_CONDITIONS' ? linesOf(conditions).map((text) => ({ text })) : [],
        },
      }),
    successMessage: t('relationship.done'),
    invalidates: [companyKey(ids), ['thirdparties', accountId]],
    onSuccess: onClose,
    silent: true,
  })
}

export function DecideDialog(props: Props) {
  const { t } = useTranslation()
  const { record, onClose } = props
  const decide = useDecide(props)
  const [draft, setDraft] = useState<Draft>({
    state: 'APPROVED',
    reason: '',
    scope: '',
    validUntil: '',
    conditions: '',
  })
  const put = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  const isConditional = draft.state === 'APPROVED_WITH_CONDITIONS'
  const lacks = isConditional && linesOf(draft.conditions).length === 0
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('relationship.dialogTitle', { name: record.name ?? t('portfolio.unnamed') })}
      submit={t('relationship.decide')}
      onSubmit={() => decide.mutate(draft)}
      pending={decide.isPending}
      error={decide.error}
      disabled={draft.reason.trim() === '' || lacks}
    >
      <Select
        label={t('relationship.decision')}
        data={states.map((value) => ({ value, label: t(`relationship.state.${value}`) }))}
        value={draft.state}
        onChange={(state) => put({ state: state ?? 'APPROVED' })}
        allowDeselect={false}
      />
      <Textarea
        label={t('relationship.reason')}
        description={t('relationship.reasonHelp')}
        required
        autosize
        minRows={2}
        maxLength={4000}
        value={draft.reason}
        onChange={(event) => put({ reason: event.currentTarget.value })}
      />
      {isConditional && (
        <Textarea
          label={t('relationship.conditions')}
          description={t('relationship.conditionsHelp')}
          error={lacks && draft.reason !== '' ? t('relationship.conditionsNeeded') : null}
          required
          autosize
          minRows={2}
          value={draft.conditions}
          onChange={(event) => put({ conditions: event.currentTarget.value })}
        />
      )}
      <Limits draft={draft} put={put} />
    </FormDialog>
  )
}

interface LimitsProps {
  draft: Draft
  put: (change: Partial<Draft>) => void
}

/** For what it is decided, and until when. */
function Limits({ draft, put }: LimitsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        label={t('relationship.scope')}
        description={t('relationship.scopeHelp')}
        maxLength={1000}
        value={draft.scope}
        onChange={(event) => put({ scope: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('relationship.until')}
        description={t('relationship.untilHelp')}
        value={draft.validUntil}
        onChange={(event) => put({ validUntil: event.currentTarget.value })}
      />
    </>
  )
}
