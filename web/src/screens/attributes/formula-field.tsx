import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { attributesQuery, type Attribute } from './attributes.queries.ts'
import { FormulaPreview } from './formula-preview.tsx'
import classes from './attributes.module.css'

interface Props {
  accountId: number
  value: string
  onChange: (value: string) => void
  target: Pick<Attribute, 'type' | 'scope' | 'options'> & { code: string | null }
}

const identityFields =
  'code source identityStatus name tradeName siren siret vatNumber duns lei countryCode legalForm city postalCode region nafCode mainActivity headcount creationDate closureDate status statusSince'.split(
    ' ',
  )

export function FormulaField({ accountId, value, onChange, target }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Textarea
        label={t('attributes.formula')}
        description={t('attributes.formulaHelp')}
        placeholder={t('attributes.formulaExample')}
        classNames={{ input: classes.formula ?? '' }}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1000}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Readable accountId={accountId} target={target} />
      {/* The server tries formulas on third parties only. */}
      {target.scope === 'THIRD_PARTY' && (
        <FormulaPreview accountId={accountId} formula={value} target={target} />
      )}
    </>
  )
}

function Readable({ accountId, target }: Pick<Props, 'accountId' | 'target'>) {
  const { t } = useTranslation()
  const { data } = useQuery(attributesQuery(accountId, target.scope, false))
  const others = data?.content.filter(({ code }) => code !== target.code) ?? []
  return (
    <details className={classes.readable}>
      <summary>{t('attributes.readable')}</summary>
      <p className={classes.help}>{t('attributes.readableAttributes')}</p>
      <ul className={classes.words}>
        {others.map(({ code, label }) => (
          <li key={code}>
            <code>attributes.{code}</code>
            <span className={classes.code}>{label}</span>
          </li>
        ))}
      </ul>
      <p className={classes.help}>{t('attributes.readableIdentity')}</p>
      <ul className={classes.words}>
        {identityFields.map((field) => (
          <li key={field}>
            <code>thirdparty.{field}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}
