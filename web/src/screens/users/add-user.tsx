import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, isProblem, type Answer } from '../../api/index.ts'
import { currentLanguage, languages, type Language } from '../../i18n/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { RoleChoice } from '../../parts/roles/role-choice.tsx'
import type { Role } from '../../parts/roles/roles.ts'
import { useSecretAct } from '../../parts/secrets/use-secret-act.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { PasswordLink } from './new-link.tsx'

interface Props {
  accountId: number
  opened: boolean
  onClose: () => void
}

const empty = { name: '', email: '', language: currentLanguage(), roles: [] as Role[] }

export function AddUser({ accountId, opened, onClose }: Props) {
  const [draft, setDraft] = useState(empty)
  const added = useSecretAct({
    act: () => api.post('/users', { accountId }, { body: { ...draft, name: draft.name.trim() } }),
    refresh: [['users', accountId]],
  })
  function close() {
    setDraft(empty)
    added.forget()
    onClose()
  }
  if (added.answer !== null) return <Added answer={added.answer} onClose={close} />
  return <AddForm draft={draft} onDraft={setDraft} added={added} opened={opened} onClose={close} />
}

/** Whoever had a password already keeps it; everybody else needs the link. */
function Added({ answer, onClose }: { answer: Answer<'addUser'>; onClose: () => void }) {
  const { t } = useTranslation()
  const { name, setPasswordLink, created } = answer
  if (setPasswordLink !== undefined) {
    return <PasswordLink name={name} link={setPasswordLink} onClose={onClose} />
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('users.attachedTitle', { name })}
      detail={t(created ? 'users.linkLost' : 'users.attached')}
      confirm={t('common.close')}
      onConfirm={onClose}
    />
  )
}

interface FormProps {
  draft: typeof empty
  onDraft: (draft: typeof empty) => void
  added: { run: () => void; pending: boolean; error: Error | null }
  opened: boolean
  onClose: () => void
}

function AddForm({ draft, onDraft, added, opened, onClose }: FormProps) {
  const { t } = useTranslation()
  const change = (part: Partial<typeof empty>) => onDraft({ ...draft, ...part })
  const emailProblem = isProblem(added.error, 'EMAIL_INVALID') ? added.error.message : null
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('users.add')}
      submit={t('common.add')}
      onSubmit={added.run}
      pending={added.pending}
      error={emailProblem === null ? added.error : null}
      disabled={draft.name.trim() === '' || draft.email.trim().length < 3 || draft.roles.length === 0}
    >
      <TextInput
        label={t('users.email')}
        description={t('users.emailHelp')}
        type="email"
        autoComplete="off"
        data-autofocus
        maxLength={254}
        value={draft.email}
        error={emailProblem}
        onChange={(event) => change({ email: event.currentTarget.value })}
      />
      <TextInput
        label={t('users.name')}
        autoComplete="off"
        maxLength={200}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Select
        label={t('users.language')}
        allowDeselect={false}
        data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        value={draft.language}
        onChange={(value) => change({ language: (value ?? 'en') as Language })}
      />
      <RoleChoice
        label={t('users.roles')}
        description={t('users.rolesHelp')}
        value={draft.roles}
        onChange={(roles) => change({ roles })}
      />
    </FormDialog>
  )
}
