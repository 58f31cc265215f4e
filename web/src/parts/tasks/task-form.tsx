import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PartyInput } from '../owners/party-input.tsx'
import { partyBody, readParty } from '../owners/party.ts'

export interface TaskDraft {
  title: string
  details: string
  /** As `partyText` writes it. */
  assignee: string | null
  dueOn: string
}

interface Props {
  accountId: number
  /** The company it is about, if any: only people who see it are offered. */
  thirdpartyId: number | undefined
  draft: TaskDraft
  onChange: (change: Partial<TaskDraft>) => void
}

const longestTitle = 200
const longestDetails = 4_000

/** As the API takes it: what is empty is nothing. */
export function wireTask({ title, details, assignee, dueOn }: TaskDraft) {
  return {
    title: title.trim(),
    details: details.trim() === '' ? null : details.trim(),
    assignee: assignee === null ? null : partyBody(readParty(assignee)),
    dueOn: dueOn === '' ? null : dueOn,
  }
}

export function TaskFields({ accountId, thirdpartyId, draft, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        data-autofocus
        label={t('tasks.what')}
        placeholder={t('tasks.whatExample')}
        required
        maxLength={longestTitle}
        value={draft.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <PartyInput
        accountId={accountId}
        thirdpartyId={thirdpartyId}
        label={t('tasks.assignee')}
        description={t('tasks.assigneeHelp')}
        value={draft.assignee}
        onChange={(assignee) => onChange({ assignee })}
      />
      <TextInput
        type="date"
        label={t('tasks.due')}
        value={draft.dueOn}
        onChange={(event) => onChange({ dueOn: event.currentTarget.value })}
      />
      <Textarea
        label={t('tasks.details')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={longestDetails}
        value={draft.details}
        onChange={(event) => onChange({ details: event.currentTarget.value })}
      />
    </>
  )
}
