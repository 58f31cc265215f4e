import { ActionIcon, Button, Skeleton, Stack } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import {
  absencesQuery,
  putAbsences,
  type Absence,
  type Absences,
  type AbsencesOf,
} from './absences.queries.ts'
import { AddAbsence } from './add-absence.tsx'
import classes from './absences.module.css'

interface Props {
  of: AbsencesOf
  /** Who is away, and cannot stand in for themselves. */
  personId: number | undefined
}

/** When somebody is away, and who decides in their place meanwhile. */
export function AbsenceList({ of, personId }: Props) {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const known = useQuery(absencesQuery(of))
  if (known.isPending) return <Skeleton height={70} radius={10} />
  if (known.isError) {
    const retry = () => void known.refetch()
    return <ProblemAlert title={t('absences.failed')} error={known.error} onRetry={retry} />
  }
  const { absences } = known.data
  return (
    <Stack gap="sm">
      {absences.length === 0 && <p className={classes.none}>{t('absences.none')}</p>}
      <ul className={classes.list}>
        {absences.map((absence) => (
          <Item key={absence.from} of={of} absence={absence} known={known.data} />
        ))}
      </ul>
      <Button
        variant="default"
        w="fit-content"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={() => setAdding(true)}
      >
        {t('absences.add')}
      </Button>
      {isAdding && (
        <AddAbsence of={of} known={absences} personId={personId} onClose={() => setAdding(false)} />
      )}
    </Stack>
  )
}

function Item({ of, absence, known }: { of: AbsencesOf; absence: Absence; known: Absences }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { from, until, substituteId } = absence
  const name = known.people.find(({ userId }) => userId === substituteId)?.name ?? t('tasks.left')
  const days = t('absences.days', { from: format.date(from), until: format.date(until) })
  const remove = useApiMutation({
    mutationFn: () =>
      putAbsences(
        of,
        known.absences.filter((one) => one.from !== from),
      ),
    successMessage: t('absences.removed'),
    invalidates: [['absences', of.accountId]],
  })
  return (
    <li className={classes.item}>
      <span>
        <b>{days}</b>
        <span className={classes.who}>{t('absences.standsIn', { name })}</span>
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        loading={remove.isPending}
        aria-label={t('absences.remove', { days })}
        onClick={() => remove.mutate()}
      >
        <IconTrash size={16} aria-hidden="true" />
      </ActionIcon>
    </li>
  )
}
