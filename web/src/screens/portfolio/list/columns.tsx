import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { valueText } from '../../../parts/attributes/attribute-value.ts'
import { OwnerCell } from '../../../parts/owners/owner-cell.tsx'
import { RelationshipPill } from '../../../parts/relationship/relationship-pill.tsx'
import { formatIdentifier, useFormat } from '../../../ui/format.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { DossierStatusPill } from '../../../ui/status-pills.tsx'
import type { AttributeDefinition, PortfolioRow } from '../portfolio.queries.ts'
import { attributeColumn, indicatorCodes, ownColumnKeys, type OwnColumnKey } from './column-keys.ts'
import { NameCell } from './name-cell.tsx'
import classes from './portfolio.module.css'
import { Score } from './score.tsx'
import { StatusCell } from './status-cell.tsx'

export interface ColumnChoice {
  key: string
  label: string
}

/** Every column there is, in the order they are offered in. */
export function useColumnChoices(definitions: readonly AttributeDefinition[]): ColumnChoice[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      ...ownColumnKeys.map((key) => ({ key, label: t(`portfolio.column.${key}`) })),
      // Criticality is among the columns above.
      ...definitions
        .filter(({ code }) => code !== 'CRITICALITY')
        .map(({ code, label }) => ({ key: attributeColumn(code), label })),
    ],
    [definitions, t],
  )
}

const sortKeys: Partial<Record<OwnColumnKey, string>> = {
  name: 'name',
  code: 'code',
  status: 'status',
  LEGAL_COMPLIANCE: 'rating.LEGAL_COMPLIANCE',
  FINANCIAL_RISK: 'rating.FINANCIAL_RISK',
  CYBERSECURITY: 'rating.CYBERSECURITY',
  ENVIRONMENTAL_IMPACT: 'rating.ENVIRONMENTAL_IMPACT',
  nextExpiry: 'nextExpiry',
  added: 'createdAt',
  updated: 'updatedAt',
}
const atEnd = new Set<string>([...indicatorCodes, 'openRequests'])
const numeric = new Set(['decimal', 'percentage'])

/** The chosen columns that exist; one of an attribute that was put away is passed over. */
export function useColumns(
  keys: readonly string[],
  definitions: readonly AttributeDefinition[],
): Column<PortfolioRow>[] {
  const { t } = useTranslation()
  const render = useCells()
  const format = useFormat()
  return useMemo(() => {
    const own = (key: OwnColumnKey): Column<PortfolioRow> => ({
      key,
      label: t(`portfolio.column.${key}`),
      render:
        key === 'name'
          ? (row) => <NameCell row={row} withNumber={!keys.includes('identifier')} />
          : render[key],
      ...(sortKeys[key] !== undefined && { sortKey: sortKeys[key] }),
      ...(atEnd.has(key) && { align: 'end' as const }),
    })
    const ofAttribute = ({ code, label, type }: AttributeDefinition): Column<PortfolioRow> => ({
      key: attributeColumn(code),
      label,
      render: (row) => valueText(type, row.attributes?.[code] ?? null, { format, t }),
      // Several options at once have no order.
      ...(type !== 'list_multiple' && { sortKey: attributeColumn(code) }),
      ...(numeric.has(type) && { align: 'end' as const }),
    })
    return keys.flatMap((key) => {
      if ((ownColumnKeys as readonly string[]).includes(key)) return [own(key as OwnColumnKey)]
      const definition = definitions.find(({ code }) => attributeColumn(code) === key)
      return definition === undefined ? [] : [ofAttribute(definition)]
    })
  }, [keys, definitions, render, format, t])
}

type Cells = Record<Exclude<OwnColumnKey, 'name'>, (row: PortfolioRow) => ReactNode>

function useCells(): Cells {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(() => {
    const score = (code: (typeof indicatorCodes)[number]) => (row: PortfolioRow) => (
      <Score value={row.summary.indicators[code]} />
    )
    return {
      identifier: ({ legalIdentifier }) =>
        legalIdentifier && (
          <Two first={formatIdentifier(legalIdentifier)} second={t(`add.${legalIdentifier.code}`)} />
        ),
      code: ({ code }) => code,
      place: ({ headOffice, countryCode }) => (
        <Two
          first={headOffice?.city ?? null}
          second={countryCode === null ? null : format.country(countryCode)}
        />
      ),
      country: ({ countryCode }) => (countryCode === null ? null : format.country(countryCode)),
      activity: ({ mainActivity, nafCode }) => <Clipped text={mainActivity ?? nafCode} />,
      status: (row) => (
        <span className={classes.whole}>
          <StatusCell row={row} />
        </span>
      ),
      dossierStatus: ({ summary }) =>
        summary.dossierStatus === null ? null : (
          <span className={classes.whole}>
            <DossierStatusPill status={summary.dossierStatus} />
          </span>
        ),
      criticality: ({ summary }) => summary.criticality,
      relationship: ({ relationship: { state, toReview } }) => (
        <span className={classes.whole}>
          <RelationshipPill state={state} toReview={toReview !== null} />
        </span>
      ),
      owner: ({ owner, ownedBy }) => (owner ? <OwnerCell owner={owner} by={ownedBy} /> : null),
      LEGAL_COMPLIANCE: score('LEGAL_COMPLIANCE'),
      FINANCIAL_RISK: score('FINANCIAL_RISK'),
      CYBERSECURITY: score('CYBERSECURITY'),
      ENVIRONMENTAL_IMPACT: score('ENVIRONMENTAL_IMPACT'),
      openRequests: ({ summary }) =>
        summary.openRequests === null ? null : format.number(summary.openRequests),
      nextExpiry: ({ summary }) => <Day text={summary.nextExpiry && format.date(summary.nextExpiry)} />,
      source: ({ source }) => t(`portfolio.source.${source}`),
      identity: ({ identityStatus }) => (
        <Pill tone={identityTones[identityStatus]}>{t(`portfolio.identityStatus.${identityStatus}`)}</Pill>
      ),
      added: ({ createdAt }) => <Day text={format.day(createdAt)} />,
      updated: ({ updatedAt }) => <Day text={format.day(updatedAt)} />,
    }
  }, [format, t])
}

const identityTones = { PENDING: 'info', COMPLETE: 'good', NOT_FOUND: 'neutral' } as const

/** A value and, smaller beneath it, what it belongs to. */
function Two({ first, second }: { first: string | null; second: string | null }) {
  if (first === null) return second
  return (
    <span className={classes.two}>
      {first}
      {second !== null && <span className={classes.kind}>{second}</span>}
    </span>
  )
}

function Clipped({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <span className={classes.clipped} title={text}>
      {text}
    </span>
  )
}

function Day({ text }: { text: string | null }) {
  return text === null ? null : <span className={classes.date}>{text}</span>
}
