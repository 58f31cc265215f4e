import { Select } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { CompanyInput } from '../companies/company-input.tsx'
import { FormDialog } from '../form-dialog/form-dialog.tsx'
import { TaskFields, wireTask, type TaskDraft } from './task-form.tsx'
import { keysAfterTask } from './tasks.queries.ts'

interface Props {
  accountId: number
  /** Where it is known already what it is about. */
  thirdpartyId?: number | undefined
  onClose: () => void
}

const blank: TaskDraft = { title: '', details: '', assignee: null, dueOn: '' }

export function AddTask({ accountId, thirdpartyId, onClose }: Props) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(blank)
  const [company, setCompany] = useState(thirdpartyId ?? null)
  const [dossier, setDossier] = useState<number | null>(null)
  const add = useApiMutation({
    mutationFn: () => {
      const ofCompany = company === null ? null : { thirdpartyId: company }
      const about = dossier === null ? ofCompany : { dossierId: dossier }
      const { assignee, ...rest } = wireTask(draft)
      // Left out, it is for whoever answers for the company, and about nothing for oneself.
      const body = { ...rest, about, ...(assignee !== null && { assignee }) }
      return api.account(accountId).post('/tasks', { body })
    },
    successMessage: t('tasks.added'),
    invalidates: keysAfterTask(accountId),
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('tasks.add')}
      submit={t('tasks.addSubmit')}
      onSubmit={() => add.mutate()}
      pending={add.isPending}
      error={add.error}
      disabled={draft.title.trim() === ''}
    >
      <TaskFields
        accountId={accountId}
        thirdpartyId={company ?? undefined}
        draft={draft}
        onChange={(change) => setDraft({ ...draft, ...change })}
      />
      <CompanyInput
        accountId={accountId}
        label={t('tasks.company')}
        description={t('tasks.companyHelp')}
        placeholder={t('tasks.companyNone')}
        value={company}
        onChange={(chosen) => {
          setCompany(chosen)
          setDossier(null)
        }}
      />
      {company !== null && (
        <DossierInput accountId={accountId} thirdpartyId={company} value={dossier} onChange={setDossier} />
      )}
    </FormDialog>
  )
}

const dossiersOfQuery = (accountId: number, thirdpartyId: number) =>
  queryOptions({
    queryKey: ['dossiers', accountId, 'journal', thirdpartyId],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/dossiers', { query: { thirdpartyId, size: 100 }, signal }),
  })

interface DossierInputProps {
  accountId: number
  thirdpartyId: number
  value: number | null
  onChange: (dossierId: number | null) => void
}

function DossierInput({ accountId, thirdpartyId, value, onChange }: DossierInputProps) {
  const { t } = useTranslation()
  const { data } = useQuery(dossiersOfQuery(accountId, thirdpartyId))
  const open = (data?.content ?? []).filter(({ archived }) => !archived)
  if (open.length === 0) return null
  return (
    <Select
      label={t('tasks.dossier')}
      placeholder={t('tasks.dossierNone')}
      clearable
      clearButtonProps={{ 'aria-label': t('common.remove') }}
      data={open.map(({ dossierId, type, reference }) => ({
        value: String(dossierId),
        label: reference === null ? type.label : `${type.label} · ${reference}`,
      }))}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
    />
  )
}
