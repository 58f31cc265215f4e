import { FileInput, Select, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newIdempotencyKey, type Tagged } from '../../api/index.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { useSeen } from '../../ui/use-seen.ts'
import { useToday } from '../answer/use-today.ts'
import { FormDialog } from '../form-dialog/form-dialog.tsx'
import { companyContactsQuery } from './company-contacts.queries.ts'
import { keysAfterFinding, type CorrectiveAction, type Finding } from './findings.queries.ts'
import { ReasonDialog } from './reason-dialog.tsx'

interface Props {
  read: Tagged<Finding>
  onClose: () => void
}

interface ActionProps extends Props {
  action: CorrectiveAction
}

interface ActionDraft {
  readonly title: string
  readonly dueOn: string
  readonly contactId: number | null
}

type SaveProps = Props & { action?: CorrectiveAction }

function useSaveAction({ read, action, onClose }: SaveProps) {
  const { t } = useTranslation()
  const { value, tag } = useSeen(read)
  const accountId = useAccountId()
  const { findingId, thirdpartyId } = value
  const [idempotencyKey] = useState(newIdempotencyKey)
  return useApiMutation({
    mutationFn: ({ title, ...draft }: ActionDraft) => {
      const call = { body: { ...draft, title: title.trim() }, ifMatch: tag }
      const account = api.account(accountId)
      if (action === undefined) {
        const path = { findingId }
        return account.post('/findings/{findingId}/actions', { path, ...call, idempotencyKey })
      }
      return account.patch('/corrective-actions/{actionId}', { path: { actionId: action.actionId }, ...call })
    },
    successMessage: t(`findings.action.${action ? 'changeDone' : 'addDone'}`),
    invalidates: keysAfterFinding(accountId, thirdpartyId),
    onSuccess: onClose,
    silent: true,
  })
}

/** Asks for an action, or changes one. */
export function ActionDialog(props: SaveProps) {
  const { t } = useTranslation()
  const { read, action, onClose } = props
  const today = useToday(useAccountId())
  const save = useSaveAction(props)
  const [draft, setDraft] = useState<ActionDraft>({
    title: action?.title ?? '',
    dueOn: action?.dueOn ?? '',
    contactId: action?.contact?.contactId ?? null,
  })
  const put = (change: Partial<ActionDraft>) => setDraft({ ...draft, ...change })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t(`findings.action.${action ? 'changeTitle' : 'addTitle'}`)}
      submit={t(action ? 'findings.change.submit' : 'findings.action.add')}
      onSubmit={() => save.mutate(draft)}
      pending={save.isPending}
      error={save.error}
      disabled={draft.title.trim() === '' || draft.dueOn === ''}
    >
      <Textarea
        label={t('findings.action.words')}
        description={t('findings.action.wordsHelp')}
        required
        autosize
        minRows={2}
        maxLength={1000}
        value={draft.title}
        // One line, as it is told.
        onChange={(event) => put({ title: event.currentTarget.value.replaceAll('\n', ' ') })}
      />
      <TextInput
        type="date"
        label={t('findings.action.due')}
        required
        min={today}
        value={draft.dueOn}
        onChange={(event) => put({ dueOn: event.currentTarget.value })}
      />
      <ContactInput
        thirdpartyId={read.value.thirdpartyId}
        value={draft.contactId}
        onChange={(contactId) => put({ contactId })}
      />
    </FormDialog>
  )
}

interface ContactProps {
  thirdpartyId: number
  value: number | null
  onChange: (contactId: number | null) => void
}

function ContactInput({ thirdpartyId, value, onChange }: ContactProps) {
  const { t } = useTranslation()
  const { data } = useQuery(companyContactsQuery(useAccountId(), thirdpartyId))
  const contacts = data?.content ?? []
  return (
    <Select
      label={t('findings.action.contact')}
      data={[
        { value: '', label: t('findings.action.anyContact') },
        ...contacts.map(({ contactId, firstName, lastName, email }) => ({
          value: String(contactId),
          label: [firstName, lastName].filter(Boolean).join(' ') || email || String(contactId),
        })),
      ]}
      value={value === null ? '' : String(value)}
      allowDeselect={false}
      onChange={(chosen) => onChange(chosen ? Number(chosen) : null)}
    />
  )
}

/** Takes an action back, or sends it back with what is missing. */
export function ActionReasonDialog({
  read,
  action: { actionId },
  deed,
  onClose,
}: ActionProps & { deed: 'cancel' | 'refuse' }) {
  const { t } = useTranslation()
  const { value, tag } = useSeen(read)
  const accountId = useAccountId()
  const path = { actionId }
  const send = useApiMutation({
    mutationFn: (reason: string) => {
      const account = api.account(accountId)
      return deed === 'cancel'
        ? account.post('/corrective-actions/{actionId}/cancel', { path, body: { reason }, ifMatch: tag })
        : account.post('/corrective-actions/{actionId}/verify', {
            path,
            body: { verdict: 'REFUSED', remark: reason },
            ifMatch: tag,
          })
    },
    successMessage: t(`findings.action.${deed}Done`),
    invalidates: keysAfterFinding(accountId, value.thirdpartyId),
    onSuccess: onClose,
    silent: true,
  })
  return (
    <ReasonDialog
      title={t(`findings.action.${deed}Title`)}
      help={t(`findings.action.${deed}Help`)}
      {...(deed === 'refuse' && { label: t('findings.action.refuseReason') })}
      submit={t(`findings.action.${deed}`)}
      pending={send.isPending}
      error={send.error}
      onSubmit={(reason) => send.mutate(reason)}
      onClose={onClose}
    />
  )
}

/** What the third party handed over by other ways than the portal. */
export function EvidenceDialog({ read: { value }, action: { actionId }, onClose }: ActionProps) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const [comment, setComment] = useState('')
  const [files, setFiles] = useState<File[]>([])
  const [idempotencyKey] = useState(newIdempotencyKey)
  const send = useApiMutation({
    mutationFn: () =>
      api.account(accountId).post('/corrective-actions/{actionId}/evidence', {
        path: { actionId },
        body: files.length === 0 ? { comment: comment.trim() } : withFiles(files, comment.trim()),
        idempotencyKey,
      }),
    successMessage: t('findings.action.evidenceDone'),
    invalidates: keysAfterFinding(accountId, value.thirdpartyId),
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('findings.action.evidenceTitle')}
      submit={t('findings.action.evidence')}
      onSubmit={() => send.mutate()}
      pending={send.isPending}
      error={send.error}
      disabled={files.length === 0 && comment.trim() === ''}
    >
      <Text size="sm">{t('findings.action.evidenceHelp')}</Text>
      <Textarea
        label={t('findings.action.comment')}
        autosize
        minRows={2}
        maxLength={2000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <FileInput label={t('findings.action.files')} multiple clearable value={files} onChange={setFiles} />
    </FormDialog>
  )
}

function withFiles(files: readonly File[], comment: string): FormData {
  const body = new FormData()
  if (comment !== '') body.append('comment', comment)
  for (const file of files) body.append('file', file, file.name)
  return body
}
