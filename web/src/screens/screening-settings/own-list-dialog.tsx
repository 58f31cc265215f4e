import { Button, FileInput, Text, TextInput } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { saveBlob } from '../../ui/save-blob.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { takeOwnList, tryOwnList, type ListTrial, type OwnListFile } from './own-lists.queries.ts'
import classes from './screening-settings.module.css'

interface Props {
  accountId: number
  /** Null: a list that is yet to be. */
  list: { listId: number; name: string } | null
  onClose: () => void
}

/** A file is tried first: people see what it would change before it does. */
export function OwnListDialog({ accountId, list, onClose }: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const { trial, pending, error, send, begin } = useTwoSteps(accountId, onClose)
  const isReady = file !== null && (list !== null || name.trim() !== '')
  const submit = () => {
    if (file !== null) send({ file, ...(list === null ? { name: name.trim() } : { listId: list.listId }) })
  }
  const putName = (text: string) => {
    begin()
    setName(text)
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={list === null ? t('ownLists.add') : t('ownLists.replaceTitle', { name: list.name })}
      submit={t(`ownLists.${stepOf(trial)}`)}
      onSubmit={submit}
      pending={pending}
      error={error}
      disabled={!isReady}
      danger={wouldBeRefused(trial)}
    >
      <Text size="sm">{t('ownLists.help')}</Text>
      <TemplateButton />
      {list === null && (
        <TextInput
          label={t('ownLists.name')}
          maxLength={200}
          value={name}
          onChange={({ currentTarget }) => putName(currentTarget.value)}
        />
      )}
      <FileInput
        label={t('ownLists.file')}
        placeholder={t('ownLists.chooseFile')}
        accept=".csv,.txt,text/csv"
        leftSection={<IconUpload size={16} aria-hidden="true" />}
        clearable
        clearButtonProps={{ 'aria-label': t('common.remove') }}
        value={file}
        onChange={(chosen) => {
          begin()
          setFile(chosen)
        }}
      />
      {trial !== null && <TrialResult trial={trial} />}
    </FormDialog>
  )
}

/** What was tried is taken by the second press; whatever is changed in between begins anew. */
function useTwoSteps(accountId: number, onDone: () => void) {
  const { t } = useTranslation()
  const trying = useApiMutation({
    mutationFn: (sent: OwnListFile) => tryOwnList(accountId, sent),
    silent: true,
  })
  const trial = trying.data ?? null
  const taking = useApiMutation({
    mutationFn: (sent: OwnListFile) => takeOwnList(accountId, sent, { force: wouldBeRefused(trial) }),
    invalidates: [['screening-lists', accountId]],
    successMessage: t('ownLists.received'),
    onSuccess: onDone,
    silent: true,
  })
  return {
    trial,
    pending: trying.isPending || taking.isPending,
    error: taking.error ?? trying.error,
    send: (sent: OwnListFile) => {
      if (trial === null) trying.mutate(sent)
      else if (trial.outcome === 'UNCHANGED') onDone()
      else taking.mutate(sent)
    },
    begin: () => {
      trying.reset()
      taking.reset()
    },
  }
}

const wouldBeRefused = (trial: ListTrial | null) => trial !== null && trial.fault !== null

function stepOf(trial: ListTrial | null) {
  if (trial === null) return 'try'
  if (trial.outcome === 'UNCHANGED') return 'done'
  return trial.fault === null ? 'take' : 'takeAnyway'
}

const mostWarnings = 5

function TrialResult({ trial }: { trial: ListTrial }) {
  const { t } = useTranslation()
  const { added, changed, removed, entries, skipped, warnings, fault } = trial
  if (trial.outcome === 'UNCHANGED') return <Notice tone="info">{t('ownLists.unchanged')}</Notice>
  const facts = [
    t('screeningSettings.entries', { count: entries }),
    t('screeningSettings.changes', { added, changed, removed }),
    skipped > 0 && t('screeningSettings.skipped', { count: skipped }),
  ]
  return (
    <Notice tone={fault === null ? 'info' : 'bad'} live="polite">
      <span className={classes.trial}>
        <span>{facts.filter(Boolean).join(' · ')}</span>
        {fault !== null && <span>{t('ownLists.refused', { fault })}</span>}
        {warnings.slice(0, mostWarnings).map((warning) => (
          <span key={warning} className={classes.note}>
            {warning}
          </span>
        ))}
        {warnings.length > mostWarnings && (
          <span className={classes.note}>
            {t('ownLists.moreWarnings', { count: warnings.length - mostWarnings })}
          </span>
        )}
      </span>
    </Notice>
  )
}

// Invented, and one of each kind: what the columns are for is seen from them.
const template = [
  'id,name,kind,aliases,identifiers,countries,birthDate,reason',
  '1,Blue Harbour Trading,organisation,BHT;Blue Harbour Ltd,REGISTRATION:4711,PA,,Unpaid invoices',
  '2,Quillan Marsorro,person,Q. Marsorro,,FR,1970-05-12,Conflict of interest',
]

function TemplateButton() {
  const { t } = useTranslation()
  // The mark at its head makes spreadsheets read the accents.
  const save = () =>
    saveBlob(
      new Blob([`\uFEFF${template.join('\r\n')}\r\n`], { type: 'text/csv' }),
      t('ownLists.templateName'),
    )
  return (
    <Button
      variant="subtle"
      size="xs"
      w="fit-content"
      px={4}
      leftSection={<IconDownload size={15} aria-hidden="true" />}
      onClick={save}
    >
      {t('ownLists.template')}
    </Button>
  )
}
