import { SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { FormDialog } from '../form-dialog/form-dialog.tsx'
import { PersonInput } from '../people/person-input.tsx'
import type { PersonName } from '../people/use-people-search.ts'
import { putAbsences, type Absence, type AbsencesOf } from './absences.queries.ts'

interface Props {
  of: AbsencesOf
  known: readonly Absence[]
  personId: number | undefined
  onClose: () => void
}

export function AddAbsence({ of, known, personId, onClose }: Props) {
  const { t } = useTranslation()
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const [substitute, setSubstitute] = useState<PersonName | null>(null)
  const add = useApiMutation({
    mutationFn: () => putAbsences(of, [...known, { from, until, substituteId: substitute?.userId ?? 0 }]),
    successMessage: t('absences.added'),
    invalidates: [['absences', of.accountId]],
    onSuccess: onClose,
    silent: true,
  })
  const endsFirst = from !== '' && until !== '' && until < from
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('absences.add')}
      submit={t('absences.addSubmit')}
      onSubmit={() => add.mutate()}
      pending={add.isPending}
      error={add.error}
      disabled={from === '' || until === '' || endsFirst || substitute === null}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          data-autofocus
          type="date"
          label={t('absences.from')}
          required
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label={t('absences.until')}
          required
          min={from}
          error={endsFirst && t('absences.endsFirst')}
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
      </SimpleGrid>
      <PersonInput
        accountId={of.accountId}
        label={t('absences.substitute')}
        description={t('absences.substituteHelp')}
        except={personId}
        value={substitute}
        onChange={setSubstitute}
      />
    </FormDialog>
  )
}
