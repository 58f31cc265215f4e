import { Button, Collapse, MultiSelect, NumberInput, SimpleGrid, TagsInput, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { countryCodes } from '../../ui/country-codes.ts'
import { useFormat } from '../../ui/format.ts'
import type { RequestedDocument } from './catalogue.queries.ts'

type Conditions = NonNullable<RequestedDocument['conditions']>

interface Props {
  document: RequestedDocument
  onChange: (document: RequestedDocument) => void
}

/** What says nothing is left out: the API takes no empty condition. */
function withConditions(document: RequestedDocument, conditions: Conditions): RequestedDocument {
  const said = Object.entries(conditions).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined,
  )
  const { conditions: _, ...rest } = document
  return said.length === 0 ? rest : { ...rest, conditions: Object.fromEntries(said) }
}

function withGroup(document: RequestedDocument, group: string): RequestedDocument {
  const { alternativeGroup: _, ...rest } = document
  return group === '' ? rest : { ...rest, alternativeGroup: group }
}

export function ConditionFields({ document, onChange }: Props) {
  const { t } = useTranslation()
  const has = document.conditions !== undefined || document.alternativeGroup !== undefined
  const [opened, { toggle }] = useDisclosure(has)
  return (
    <>
      <Button variant="subtle" size="compact-xs" aria-expanded={opened} onClick={toggle}>
        {t('catalogue.conditions')}
      </Button>
      <Collapse expanded={opened}>
        <Fields document={document} onChange={onChange} />
      </Collapse>
    </>
  )
}

function Fields({ document, onChange }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const conditions = document.conditions ?? {}
  const countries = countryCodes.map((code) => ({ value: code, label: format.country(code) }))
  const set = (change: { [Name in keyof Conditions]: Conditions[Name] | undefined }) =>
    onChange(withConditions(document, { ...conditions, ...change } as Conditions))
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt="xs">
      <MultiSelect
        size="xs"
        label={t('catalogue.countriesIn')}
        searchable
        data={countries}
        value={conditions.countriesIn ?? []}
        onChange={(countriesIn) => set({ countriesIn })}
      />
      <MultiSelect
        size="xs"
        label={t('catalogue.countriesNotIn')}
        searchable
        data={countries}
        value={conditions.countriesNotIn ?? []}
        onChange={(countriesNotIn) => set({ countriesNotIn })}
      />
      <TagsInput
        size="xs"
        label={t('catalogue.activities')}
        value={conditions.activities ?? []}
        onChange={(activities) => set({ activities })}
      />
      <NumberInput
        size="xs"
        label={t('catalogue.headcountMin')}
        min={1}
        value={conditions.headcountMin ?? ''}
        onChange={(value) => set({ headcountMin: value === '' ? undefined : Number(value) })}
      />
      <TextInput
        size="xs"
        label={t('catalogue.group')}
        description={t('catalogue.groupHelp')}
        value={document.alternativeGroup ?? ''}
        onChange={(event) => onChange(withGroup(document, event.currentTarget.value.toUpperCase()))}
      />
    </SimpleGrid>
  )
}
