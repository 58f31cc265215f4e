import { Button, Checkbox, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/index.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import classes from '../thirdparty.module.css'
import { openDossiersQuery } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import { useOpenDossiers } from './use-open-dossiers.ts'
import { dossierTypesQuery } from '../../../parts/catalogue/catalogue.queries.ts'

interface Kind {
  code: string
  label: string
  isOpen: boolean
}

/** Kinds in use, those open already marked. */
function useKinds() {
  const ids = useThirdPartyIds()
  const types = useQuery(dossierTypesQuery(ids.accountId))
  const open = useQuery(openDossiersQuery(ids))
  const openCodes = new Set(open.data?.content.map(({ type }) => type.code))
  const language = currentLanguage()
  const kinds: Kind[] | undefined = types.data
    ?.filter(({ archived, version }) => !archived && version !== null)
    .map(({ code, label }) => ({ code, label: label[language], isOpen: openCodes.has(code) }))
  return { error: types.error, kinds, isPending: types.isPending || open.isPending }
}

export function OpenDossierForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { error, kinds, isPending } = useKinds()
  if (isPending) return <Skeleton height={260} />
  if (kinds === undefined) return <ProblemAlert title={t('thirdparty.open.typesFailed')} error={error} />
  if (kinds.length === 0) return <Notice tone="info">{t('thirdparty.open.noTypes')}</Notice>
  return <Form kinds={kinds} onClose={onClose} />
}

function Form({ kinds, onClose }: { kinds: readonly Kind[]; onClose: () => void }) {
  const { t } = useTranslation()
  const { open, isOpening } = useOpenDossiers(useThirdPartyIds())
  const [chosen, setChosen] = useState<string[]>([])
  const [dates, setDates] = useState({ dueDate: '', reference: '' })
  const [isTried, setTried] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    const types = kinds.filter(({ code }) => chosen.includes(code))
    if (types.length === 0) return
    const refused = await open({ types, dueDate: dates.dueDate, reference: dates.reference.trim() })
    setChosen(refused)
    if (refused.length === 0) onClose()
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('thirdparty.open.lead')}
        </Text>
        <KindChoice
          kinds={kinds}
          chosen={chosen}
          onChoose={setChosen}
          fault={isTried && chosen.length === 0 ? t('thirdparty.open.nothingChosen') : null}
        />
        <div className={classes.pair}>
          <TextInput
            type="date"
            label={t('thirdparty.open.dueDate')}
            description={t('thirdparty.open.dueHelp')}
            value={dates.dueDate}
            onChange={(event) => setDates({ ...dates, dueDate: event.currentTarget.value })}
          />
          <TextInput
            label={t('thirdparty.open.reference')}
            description={t('thirdparty.open.referenceHelp')}
            maxLength={200}
            value={dates.reference}
            onChange={(event) => setDates({ ...dates, reference: event.currentTarget.value })}
          />
        </div>
        <Buttons count={chosen.length} isOpening={isOpening} onClose={onClose} />
      </Stack>
    </form>
  )
}

interface ChoiceProps {
  kinds: readonly Kind[]
  chosen: string[]
  onChoose: (codes: string[]) => void
  fault: string | null
}

function KindChoice({ kinds, chosen, onChoose, fault }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <Checkbox.Group label={t('thirdparty.open.types')} value={chosen} onChange={onChoose} error={fault}>
      <div className={classes.kinds}>
        {kinds.map(({ code, label, isOpen }) => (
          <Checkbox
            key={code}
            value={code}
            label={label}
            disabled={isOpen}
            description={isOpen ? t('thirdparty.open.alreadyOpen') : undefined}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

function Buttons(props: { count: number; isOpening: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={props.onClose}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" loading={props.isOpening}>
        {t('thirdparty.open.confirm', { count: Math.max(props.count, 1) })}
      </Button>
    </Group>
  )
}
