import { ActionIcon, Button, Group, Text, TextInput, Tooltip } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Body } from '../../api/index.ts'
import { useFormat } from '../../ui/format.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import classes from '../../parts/queue/decision.module.css'
import type { GivenAnswer } from './review.queries.ts'

const dayOf = (wire: string | null) => wire?.slice(0, 10) ?? ''

interface Props {
  accountId: number
  answer: GivenAnswer
  mayChange: boolean
  /** Whoever corrects a date becomes a supplier, and those do not decide. */
  givesUpDecision: boolean
}

/** From when to when the answer holds. A corrected date is checked again before anybody can decide. */
export function AnswerDates({ mayChange, ...props }: Props) {
  const { answer } = props
  const { t } = useTranslation()
  const { date } = useFormat()
  const [editing, setEditing] = useState(false)
  if (editing) return <DatesForm {...props} onClose={() => setEditing(false)} />
  const ends = dayOf(answer.expirationDate)
  const begins = dayOf(answer.effectiveDate)
  const note = answer.expirationCorrected ? t('review.corrected') : ''
  const text = datesKey(begins, ends)
  return (
    <div className={classes.validity}>
      <span>
        {t(text, { from: begins && date(begins), to: ends && date(ends) })}
        {note}
      </span>
      {mayChange && (
        <Tooltip label={t('review.changeDates')} openDelay={400}>
          <ActionIcon
            variant="subtle"
            color="petrol"
            aria-label={t('review.changeDates')}
            onClick={() => setEditing(true)}
          >
            <IconPencil size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  )
}

function datesKey(begins: string, ends: string) {
  if (begins === '') return ends === '' ? 'review.noDates' : 'review.untilDay'
  return ends === '' ? 'review.fromDay' : 'review.fromTo'
}

function DatesForm(props: Omit<Props, 'mayChange'> & { onClose: () => void }) {
  const { t } = useTranslation()
  const { accountId, answer, givesUpDecision, onClose } = props
  const [begins, setBegins] = useState(dayOf(answer.effectiveDate))
  const [ends, setEnds] = useState(dayOf(answer.expirationDate))
  const { responseId, documentId } = answer
  const save = useApiMutation({
    mutationFn: (body: Body<'changeResponse'>) =>
      api.account(accountId).patch('/responses/{responseId}', { path: { responseId }, body }),
    successMessage: t('review.datesChanged'),
    invalidates: [
      ['document', accountId, documentId],
      ['documents', accountId],
    ],
    onSuccess: onClose,
  })
  const submit = () =>
    save.mutate({
      ...(begins !== dayOf(answer.effectiveDate) && { effectiveDate: begins || null }),
      ...(ends !== dayOf(answer.expirationDate) && { expirationDate: ends || null }),
    })
  return (
    <form
      className={classes.dates}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextInput
        type="date"
        label={t('review.begins')}
        value={begins}
        onChange={({ currentTarget }) => setBegins(currentTarget.value)}
      />
      <TextInput
        type="date"
        label={t('review.ends')}
        description={t('review.endsHelp')}
        value={ends}
        onChange={({ currentTarget }) => setEnds(currentTarget.value)}
      />
      {givesUpDecision && (
        <Text size="xs" c="dimmed">
          {t('review.givesUpDecision')}
        </Text>
      )}
      <Group gap="xs">
        <Button type="submit" size="xs" loading={save.isPending}>
          {t('common.save')}
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </Group>
    </form>
  )
}
