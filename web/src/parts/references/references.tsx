import { ActionIcon, Button, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { FormDialog } from '../form-dialog/form-dialog.tsx'
import classes from './references.module.css'
import {
  removeReference,
  setReference,
  subjectKey,
  type Reference,
  type Subject,
} from './references.queries.ts'

interface Props {
  subject: Subject
  references: readonly Reference[]
  mayChange: boolean
}

/** What other systems call a company or a dossier. */
export function References({ subject, references, mayChange }: Props) {
  const { t } = useTranslation()
  const [adding, { open, close }] = useDisclosure(false)
  const removing = useApiMutation({
    mutationFn: (system: string) => removeReference(subject, system),
    successMessage: t('references.removed'),
    invalidates: [subjectKey(subject)],
  })
  return (
    <div className={classes.references}>
      {references.length === 0 && <p className={classes.none}>{t('references.none')}</p>}
      <ul>
        {references.map(({ system, value }) => (
          <li key={system}>
            <span className={classes.system}>{system}</span>
            <span className={classes.value}>{value}</span>
            {mayChange && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('references.remove', { system })}
                loading={removing.isPending && removing.variables === system}
                onClick={() => removing.mutate(system)}
              >
                <IconX size={16} aria-hidden="true" />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {mayChange && (
        <Button variant="subtle" size="compact-sm" onClick={open}>
          {t('references.add')}
        </Button>
      )}
      {adding && <AddReference subject={subject} onClose={close} />}
    </div>
  )
}

const systemPattern = /^[A-Z0-9][A-Z0-9_.-]{0,39}$/

function AddReference({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const { t } = useTranslation()
  const [system, setSystem] = useState('')
  const [value, setValue] = useState('')
  const saving = useApiMutation({
    mutationFn: () => setReference(subject, { system, value: value.trim() }),
    successMessage: t('common.saved'),
    invalidates: [subjectKey(subject)],
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('references.addTitle')}
      submit={t('common.save')}
      onSubmit={() => saving.mutate()}
      pending={saving.isPending}
      error={saving.error}
      disabled={!systemPattern.test(system) || value.trim() === ''}
    >
      <Stack gap="md">
        <TextInput
          label={t('references.system')}
          description={t('references.systemHelp')}
          value={system}
          onChange={({ currentTarget }) => setSystem(currentTarget.value.trim().toUpperCase())}
          maxLength={40}
          data-autofocus
        />
        <TextInput
          label={t('references.value')}
          description={t('references.valueHelp')}
          value={value}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
          maxLength={200}
        />
      </Stack>
    </FormDialog>
  )
}
