import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, isProblem } from '../../api/index.ts'
import { currentLanguage, languages, type Language } from '../../i18n/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { RoleChoice } from '../../parts/roles/role-choice.tsx'
import type { Role } from '../../parts/roles/roles.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'

interface Props {
  accountId: number
  opened: boolean
  onClose: () => void
}

const empty = { name: '', email: '', language: currentLanguage(), roles: [] as Role[] }

/** Asks somebody in. They become a member when they accept; nobody else gets the link. */
export function AddUser({ accountId, opened, onClose }: Props) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(empty)
  const change = (part: Partial<typeof empty>) => setDraft({ ...draft, ...part })
  function close() {
    setDraft(empty)
    invite.reset()
    onClose()
  }
  const invite = useApiMutation({
    mutationFn: () => api.account(accountId).post('/users', { body: { ...draft, name: draft.name.trim() } }),
    successMessage: ({ email }) => t('users.invited', { email }),
    invalidates: [['user-invitations', accountId]],
    onSuccess: close,
    silent: true,
  })
  const emailProblem = isProblem(invite.error, 'EMAIL_INVALID') ? invite.error.detail : null
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('users.add')}
      submit={t('users.invite')}
      onSubmit={() => invite.mutate()}
      pending={invite.isPending}
      error={emailProblem === null ? invite.error : null}
      disabled={draft.name.trim() === '' || draft.email.trim().length < 3 || draft.roles.length === 0}
    >
      <WhoFields draft={draft} change={change} emailProblem={emailProblem} />
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

interface WhoProps {
  draft: typeof empty
  change: (part: Partial<typeof empty>) => void
  emailProblem: string | null
}

function WhoFields({ draft, change, emailProblem }: WhoProps) {
  const { t } = useTranslation()
  return (
    <>
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
        description={t('users.nameHelp')}
        autoComplete="off"
        maxLength={200}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
    </>
  )
}
