import { Button, Group, Input, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { identifierCodes, isProblem, type IdentifierCode, type NewThirdParty } from '../../api/index.ts'
import { AddProblem, isAboutIdentifier } from './add-problem.tsx'
import { OwnData, type Own } from './own-data.tsx'

interface Props {
  accountId: number
  error: Error | null
  pending: boolean
  onSubmit: (wish: NewThirdParty) => void
  /** The answer shown no longer belongs to what is typed. */
  onEdit: () => void
  onCancel: () => void
}

interface Draft {
  kind: IdentifierCode
  value: string
  code: string
  own: Own
}

const emptyDraft: Draft = { kind: 'CIT001', value: '', code: '', own: { name: '', countryCode: null } }

/** Null while something that is needed is missing. */
function wishOf({ kind, value, code, own }: Draft, unknown: boolean): NewThirdParty | null {
  const name = own.name.trim()
  const { countryCode } = own
  if (value.trim() === '') return null
  if (unknown && (name === '' || countryCode === null)) return null
  return {
    legalIdentifier: { code: kind, value },
    ...(code.trim() !== '' && { code: code.trim() }),
    ...(unknown && countryCode !== null && { unmanaged: { name, countryCode } }),
  }
}

export function AddForm({ accountId, error, pending, onSubmit, onEdit, onCancel }: Props) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(emptyDraft)
  const [tried, setTried] = useState(false)
  const valueField = useRef<HTMLInputElement>(null)
  const unknown = isProblem(error, 'IDENTIFIER_NOT_FOUND')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const wish = wishOf(draft, unknown)
    setTried(wish === null)
    if (wish !== null) onSubmit(wish)
    else if (draft.value.trim() === '') valueField.current?.focus()
  }

  function identify(change: Partial<Pick<Draft, 'kind' | 'value'>>) {
    setDraft({ ...draft, ...change })
    setTried(false)
    if (error !== null) onEdit()
  }

  const isEmpty = tried && draft.value.trim() === ''
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{t('add.lead')}</Text>
        <KindChoice kind={draft.kind} onChange={(kind) => identify({ kind })} />
        <TextInput
          ref={valueField}
          data-autofocus
          label={t('add.value')}
          description={t(`add.help${draft.kind}`)}
          placeholder={t(`add.example${draft.kind}`)}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={draft.value}
          onChange={(event) => identify({ value: event.currentTarget.value })}
          error={isEmpty ? t('add.missing') : isAboutIdentifier(error) && error.message}
        />
        <CodeInput code={draft.code} onChange={(code) => setDraft({ ...draft, code })} />
        <AddProblem accountId={accountId} error={error} />
        {unknown && <OwnData own={draft.own} onChange={(own) => setDraft({ ...draft, own })} tried={tried} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={pending}>
            {unknown ? t('add.submitOwn') : t('add.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function KindChoice({ kind, onChange }: { kind: IdentifierCode; onChange: (kind: IdentifierCode) => void }) {
  const { t } = useTranslation()
  return (
    <Input.Wrapper label={t('add.type')} labelElement="div">
      <SegmentedControl
        fullWidth
        aria-label={t('add.type')}
        value={kind}
        onChange={onChange}
        data={identifierCodes.map((one) => ({ value: one, label: t(`add.${one}`) }))}
      />
    </Input.Wrapper>
  )
}

function CodeInput({ code, onChange }: { code: string; onChange: (code: string) => void }) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('add.code')}
      description={t('add.codeHelp')}
      autoComplete="off"
      maxLength={200}
      value={code}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
