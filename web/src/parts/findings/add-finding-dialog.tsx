import { Select, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newIdempotencyKey, thirdPartyQuery, type Body } from '../../api/index.ts'
import { Notice } from '../../ui/notice.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { FormDialog } from '../form-dialog/form-dialog.tsx'
import { FindingFields, isFilled, wireFinding, type FindingDraft } from './finding-fields.tsx'
import { keysAfterFinding, type Finding } from './findings.queries.ts'

type Given = NonNullable<Body<'openFinding'>['source']>

/** What it was seen in, where the dialog is opened from there. */
export interface SeenIn {
  readonly source: Given
  /** Of the document, or of the entry that was hit. */
  readonly name: string
  readonly draft: Partial<FindingDraft>
}

interface Props {
  thirdpartyId: number
  seenIn?: SeenIn
  onClose: () => void
  onOpened?: (finding: Finding) => void
}

const blank: FindingDraft = { title: '', description: '', severity: 'MINOR', theme: null }

/** Opens a finding, by hand or from what it was seen in. */
export function AddFindingDialog({ thirdpartyId, seenIn, onClose, onOpened }: Props) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { data: company } = useQuery(thirdPartyQuery(accountId, thirdpartyId))
  const [draft, setDraft] = useState<FindingDraft>({ ...blank, ...seenIn?.draft })
  const [given, setGiven] = useState<Given>(seenIn?.source ?? { kind: 'MANUAL' })
  const [idempotencyKey] = useState(newIdempotencyKey)
  const opening = useApiMutation({
    mutationFn: () =>
      api.account(accountId).post('/thirdparties/{thirdpartyId}/findings', {
        path: { thirdpartyId },
        body: { ...wireFinding(draft), source: wireSource(given) },
        idempotencyKey,
      }),
    successMessage: t('findings.add.done'),
    invalidates: keysAfterFinding(accountId, thirdpartyId),
    onSuccess: (finding) => {
      onClose()
      onOpened?.(finding)
    },
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('findings.add.title', {
        name: company === undefined ? '…' : (company.name ?? t('portfolio.unnamed')),
      })}
      submit={t('findings.add.submit')}
      onSubmit={() => opening.mutate()}
      pending={opening.isPending}
      error={opening.error}
      disabled={!isFilled(draft)}
    >
      {seenIn && <SeenInText seenIn={seenIn} />}
      <FindingFields draft={draft} put={(change) => setDraft({ ...draft, ...change })} />
      {!seenIn && <SourceFields given={given} onGiven={setGiven} />}
    </FormDialog>
  )
}

function wireSource({ reference = '', ...given }: Given): Given {
  return { ...given, ...(reference.trim() !== '' && { reference: reference.trim() }) }
}

function SeenInText({ seenIn: { source, name } }: { seenIn: SeenIn }) {
  const { t } = useTranslation()
  const isHit = source.kind === 'HIT'
  return (
    <>
      <Text size="sm">{t(`findings.add.from.${isHit ? 'HIT' : 'ANSWER'}`, { name })}</Text>
      {isHit && <Notice tone="info">{t('findings.add.fromHit')}</Notice>}
    </>
  )
}

function SourceFields({ given, onGiven }: { given: Given; onGiven: (given: Given) => void }) {
  const { t } = useTranslation()
  const kinds = ['MANUAL', 'AUDIT'] as const
  return (
    <>
      <Select
        label={t('findings.add.kind')}
        data={kinds.map((value) => ({ value, label: t(`findings.add.kinds.${value}`) }))}
        value={given.kind}
        allowDeselect={false}
        onChange={(kind) => onGiven({ ...given, kind: kind ?? 'MANUAL' })}
      />
      <TextInput
        label={t('findings.add.reference')}
        description={t('findings.add.referenceHelp')}
        maxLength={200}
        value={given.reference ?? ''}
        onChange={(event) => onGiven({ ...given, reference: event.currentTarget.value })}
      />
    </>
  )
}
