import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Completion } from '../../parts/answer/completion.tsx'
import { DayLeft } from '../../parts/answer/day-left.tsx'
import { useToday } from '../../parts/answer/use-today.ts'
import { Ownership } from '../../parts/owners/ownership.tsx'
import { References } from '../../parts/references/references.tsx'
import { useFormat } from '../../ui/format.ts'
import { Surface } from '../../ui/surface.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import classes from './dossier.module.css'
import { ruleQuery, type Dossier } from './dossier.queries.ts'
import { StatusWhy } from './status-why.tsx'

/** Where the dossier stands and why, at a glance. */
export function DossierSummary({ dossier }: { dossier: Dossier }) {
  const { t } = useTranslation()
  const format = useFormat()
  const accountId = useAccountId()
  const today = useToday(accountId)
  const mayChange = useRights(accountId).manage && !dossier.archived
  const { dossierId, thirdpartyId, completion, dueDate, expirationDate, statusCode, archived } = dossier
  return (
    <Surface className={classes.summary}>
      <StatusWhy dossier={dossier} />
      <dl className={classes.facts}>
        <Fact label={t('dossier.list.completion')}>
          <Completion {...completion} />
        </Fact>
        <Fact label={t('dossier.list.due')}>
          {dueDate === null ? (
            <span className={classes.quiet}>{t('dossier.noDue')}</span>
          ) : (
            <DayLeft day={dueDate} today={today} kind="due" resolved={archived || statusCode === 'VALID'} />
          )}
        </Fact>
        <Fact label={t('dossier.list.expires')}>
          {expirationDate === null ? (
            <span className={classes.quiet}>{t('dossier.noExpiry')}</span>
          ) : (
            <DayLeft day={expirationDate} today={today} kind="expiry" resolved={archived} />
          )}
        </Fact>
        <Fact label={t('dossier.origin')}>
          <span className={classes.stacked}>
            <Origin dossier={dossier} />
            <span className={classes.quiet}>{format.day(dossier.createdAt)}</span>
          </span>
        </Fact>
        <Fact label={t('owners.owner')} whole>
          <Ownership subject={{ dossierId }} thirdpartyId={thirdpartyId} archived={archived} compact />
        </Fact>
        {(mayChange || dossier.references.length > 0) && (
          <Fact label={t('references.title')} whole>
            <References
              subject={{ accountId, dossierId }}
              references={dossier.references}
              mayChange={mayChange}
            />
          </Fact>
        )}
      </dl>
    </Surface>
  )
}

interface FactProps {
  label: string
  /** On a line of its own, below the others. */
  whole?: boolean
  children: ReactNode
}

function Fact({ label, whole = false, children }: FactProps) {
  return (
    <div className={classes.fact} data-whole={whole}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Origin({ dossier }: { dossier: Dossier }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { origin, ruleId, renews } = dossier
  const rule = useQuery({ ...ruleQuery(accountId, ruleId ?? 0), enabled: ruleId !== null })
  if (renews !== null) {
    return (
      <Link
        to="/account/$accountId/dossiers/$dossierId"
        params={{ accountId, dossierId: renews }}
        className={classes.company}
      >
        {t('dossier.renews')}
      </Link>
    )
  }
  if (ruleId === null || rule.data === undefined) return t(`labels.origin.${origin}`)
  return (
    <Link
      to="/account/$accountId/rules"
      params={{ accountId }}
      search={{ rule: ruleId }}
      className={classes.company}
    >
      {t('dossier.byRule', { name: rule.data.name })}
    </Link>
  )
}
