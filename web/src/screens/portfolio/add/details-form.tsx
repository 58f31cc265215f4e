import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem, type Body } from '../../../api/index.ts'
import { valuesOf, type AttributeValue } from '../../../parts/attributes/attribute-value.ts'
import { UnitsInput } from '../../../parts/units/units-input.tsx'
import { useUnits } from '../../../parts/units/use-units.ts'
import { useSight } from '../../../ui/use-sight.ts'
import { AttributeInput } from '../attribute-input.tsx'
import type { AttributeDefinition } from '../portfolio.queries.ts'
import { AddProblem } from './add-problem.tsx'
import classes from './add.module.css'
import type { Chosen } from './chosen.ts'
import { ChosenCard } from './chosen-card.tsx'
import { ContactFields, emptyContact, isContactFilled, type ContactDraft } from './contact-fields.tsx'
import { NationalNumber } from './national-number.tsx'
import { OwnData, type Own } from './own-data.tsx'

export type NewCompany = Body<'addThirdParty'>

interface Props {
  accountId: number
  chosen: Chosen
  /** Attributes a complete record has. */
  required: readonly AttributeDefinition[]
  error: Error | null
  pending: boolean
  onSubmit: (command: NewCompany) => void
  onBack: () => void
}

interface Draft {
  code: string
  own: Own
  contact: ContactDraft
  units: number[]
  values: Readonly<Record<string, AttributeValue | undefined>>
}

function commandFrom(chosen: Chosen, draft: Draft, unknown: boolean): NewCompany {
  const { own, contact } = draft
  const attributes = Object.entries(draft.values).flatMap(([label, value]) =>
    value === undefined || value === null ? [] : [{ label, values: valuesOf(value) }],
  )
  const { email, firstName, lastName, language } = contact
  const named = (text: string) => (text.trim() === '' ? null : text.trim())
  const whom = { email: email.trim(), firstName: named(firstName), lastName: named(lastName), language }
  return {
    ...identifierFrom(chosen, own),
    ...(draft.code.trim() !== '' && { code: draft.code.trim() }),
    ...(unknown &&
      own.countryCode !== null && { unmanaged: { name: own.name.trim(), countryCode: own.countryCode } }),
    ...(draft.units.length > 0 && { units: draft.units }),
    ...(attributes.length > 0 && { attributes }),
    ...(isContactFilled(contact) && { contacts: [whom] }),
  }
}

/** What was chosen, or the national number that was entered by hand. */
function identifierFrom({ identifier }: Chosen, own: Own): Pick<NewCompany, 'legalIdentifier'> {
  if (identifier !== null) return { legalIdentifier: identifier }
  const { number, countryCode, register } = own
  if (number.trim() === '' || countryCode === null) return {}
  return { legalIdentifier: { code: 'NATIONAL', value: number.trim(), countryCode, register } }
}

function draftOf({ company, typed = '' }: Chosen, seen: readonly { unitId: number }[]): Draft {
  return {
    code: '',
    own: {
      name: company?.name ?? typed,
      countryCode: company?.countryCode ?? null,
      number: '',
      register: null,
    },
    contact: emptyContact(),
    // Who sees one unit means that one.
    units: seen.length === 1 ? seen.map(({ unitId }) => unitId) : [],
    values: {},
  }
}

function isIncomplete({ own, contact, values }: Draft, unknown: boolean): boolean {
  return (
    (unknown && (own.name.trim() === '' || own.countryCode === null)) ||
    (isContactFilled(contact) && !contact.email.includes('@')) ||
    Object.keys(values).some((label) => values[label] === undefined)
  )
}

/** What the account knows of the company itself; only the number is needed. */
export function DetailsForm({ accountId, chosen, required, error, pending, onSubmit, onBack }: Props) {
  const { t } = useTranslation()
  const [tried, setTried] = useState(false)
  const sees = useSight(accountId)
  const [draft, setDraft] = useState(() => draftOf(chosen, sees.units))
  const isByHand = chosen.identifier === null
  const unknown = isByHand || isProblem(error, 'IDENTIFIER_NOT_FOUND')
  const hasNamesake = isProblem(error, 'THIRD_PARTY_SAME_NAME')
  const { own, contact } = draft
  const isShort = isIncomplete(draft, unknown) || (!sees.all && draft.units.length === 0)
  const takeOwn = (next: Own) => setDraft({ ...draft, own: next })
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setTried(isShort)
    if (isShort) return
    onSubmit({ ...commandFrom(chosen, draft, unknown), ...(hasNamesake && { allowSameName: true }) })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <ChosenCard chosen={chosen} onChange={onBack} />
        <AddProblem accountId={accountId} error={error} />
        {unknown && (
          <OwnData own={own} tried={tried} onChange={takeOwn}>
            {isByHand && <NationalNumber accountId={accountId} own={own} onChange={takeOwn} />}
          </OwnData>
        )}
        <OwnCode code={draft.code} onChange={(code) => setDraft({ ...draft, code })} />
        <UnitsOfNew
          accountId={accountId}
          value={draft.units}
          tried={tried}
          onChange={(units) => setDraft({ ...draft, units })}
        />
        <Expected
          required={required}
          onChange={(label, value) =>
            setDraft((now) => ({ ...now, values: { ...now.values, [label]: value } }))
          }
        />
        <ContactFields
          contact={contact}
          tried={tried}
          onChange={(next) => setDraft({ ...draft, contact: next })}
        />
        <Foot
          submit={t(hasNamesake ? 'add.submitNamesake' : unknown ? 'add.submitOwn' : 'add.submit')}
          pending={pending}
          isShort={tried && isShort}
          onBack={onBack}
        />
      </Stack>
    </form>
  )
}

function OwnCode({ code, onChange }: { code: string; onChange: (code: string) => void }) {
  const { t } = useTranslation()
  return (
    <TextInput
      data-autofocus
      label={t('add.code')}
      description={t('add.codeHelp')}
      autoComplete="off"
      maxLength={200}
      value={code}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface UnitsProps {
  accountId: number
  value: readonly number[]
  tried: boolean
  onChange: (unitIds: number[]) => void
}

function UnitsOfNew({ accountId, value, tried, onChange }: UnitsProps) {
  const { t } = useTranslation()
  const { all } = useSight(accountId)
  const { choices } = useUnits(accountId)
  if (choices.length === 0) return null
  return (
    <UnitsInput
      accountId={accountId}
      label={t('units.company.which')}
      description={t('units.company.help')}
      error={tried && !all && value.length === 0 ? t('units.company.needed') : null}
      value={value}
      onChange={onChange}
    />
  )
}

interface ExpectedProps {
  required: readonly AttributeDefinition[]
  onChange: (label: string, value: AttributeValue | undefined) => void
}

function Expected({ required, onChange }: ExpectedProps) {
  const { t } = useTranslation()
  if (required.length === 0) return null
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{t('add.expected')}</legend>
      <div className={classes.two}>
        {required.map((definition) => (
          <AttributeInput
            key={definition.code}
            definition={definition}
            label={definition.label}
            onChange={(value) => onChange(definition.label, value)}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface FootProps {
  submit: string
  pending: boolean
  isShort: boolean
  onBack: () => void
}

function Foot({ submit, pending, isShort, onBack }: FootProps) {
  const { t } = useTranslation()
  return (
    <div>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onBack}>
          {t('common.back')}
        </Button>
        <Button type="submit" loading={pending}>
          {submit}
        </Button>
      </Group>
      {isShort && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" ta="end" mt={6}>
          {t('add.check')}
        </Text>
      )}
    </div>
  )
}
