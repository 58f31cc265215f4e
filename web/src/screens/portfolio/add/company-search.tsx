import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { problemText } from '../../../ui/problem-text.ts'
import type { Chosen, FoundCompany } from './chosen.ts'
import { ByHandOption, CompanyOption, NumberOption } from './company-option.tsx'
import { identifiersOf, type TypedIdentifier } from './recognise.ts'
import classes from './add.module.css'
import { SampleHint } from './sample-hint.tsx'
import { useCompanySearch } from './use-company-search.ts'

interface Props {
  accountId: number
  onChoose: (chosen: Chosen) => void
  /** For one that is in the portfolio already. */
  onOpen: (thirdpartyId: number) => void
}

interface Choice extends Omit<Props, 'accountId'> {
  companies: readonly FoundCompany[]
  numbers: readonly TypedIdentifier[]
  typed: string
}

/** What becomes of the option somebody picked. */
function choosing({ companies, numbers, typed, onChoose, onOpen }: Choice) {
  function take(company: FoundCompany) {
    if (company.thirdpartyId !== null) return onOpen(company.thirdpartyId)
    onChoose({ identifier: company.addBy, company })
  }
  return (value: string) => {
    const [kind, place] = value.split(':')
    const company = companies[Number(place)]
    const number = numbers[Number(place)]
    if (kind === 'company' && company) take(company)
    if (kind === 'number' && number) onChoose({ identifier: number, company: null })
    if (kind === 'hand') onChoose({ identifier: null, company: null, typed })
  }
}

/** One field for names and numbers of all kinds, with what the registers know beneath it. */
export function CompanySearch({ accountId, onChoose, onOpen }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { found, isSearching, error } = useCompanySearch(accountId, typed)
  const companies = found?.content ?? []
  const numbers = identifiersOf(typed)

  const choose = choosing({ companies, numbers, typed, onChoose, onOpen })
  function type(text: string) {
    setTyped(text)
    combobox.openDropdown()
    combobox.resetSelectedOption()
  }
  function tryName(name: string) {
    field.current?.focus()
    type(name)
  }
  return (
    <>
      <Combobox store={combobox} onOptionSubmit={choose} shadow="md" offset={6}>
        <Combobox.Target>
          <TextInput
            ref={field}
            data-autofocus
            label={t('add.search')}
            description={t('add.searchHelp')}
            placeholder={t('add.searchExample')}
            leftSection={<IconSearch size={17} stroke={1.8} aria-hidden="true" />}
            rightSection={isSearching ? <Loader size={16} /> : null}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
            onFocus={() => typed !== '' && combobox.openDropdown()}
            onClick={() => typed !== '' && combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
            error={error !== null && problemText(error, t)}
          />
        </Combobox.Target>
        <Results companies={companies} numbers={numbers} found={found} isSearching={isSearching} />
      </Combobox>
      <SampleHint accountId={accountId} onTry={tryName} />
    </>
  )
}

interface ResultsProps {
  companies: readonly FoundCompany[]
  numbers: readonly TypedIdentifier[]
  found: { truncated: boolean } | null
  isSearching: boolean
}

function Results({ companies, numbers, found, isSearching }: ResultsProps) {
  const { t } = useTranslation()
  const hasOptions = companies.length > 0 || numbers.length > 0
  return (
    <Combobox.Dropdown hidden={!hasOptions && (isSearching || found === null)}>
      <Combobox.Options className={classes.options} aria-label={t('add.results')}>
        {companies.map((company, place) => (
          <CompanyOption
            key={`${company.provider} ${company.siret ?? company.localId ?? company.lei ?? place}`}
            value={`company:${place}`}
            company={company}
          />
        ))}
        {numbers.map((number, place) => (
          <NumberOption key={number.code} value={`number:${place}`} number={number} />
        ))}
        {!hasOptions && found !== null && <Combobox.Empty>{t('add.nothing')}</Combobox.Empty>}
        {(hasOptions || found !== null) && <ByHandOption value="hand" />}
      </Combobox.Options>
      {found?.truncated === true && <Combobox.Footer>{t('add.truncated')}</Combobox.Footer>}
    </Combobox.Dropdown>
  )
}
