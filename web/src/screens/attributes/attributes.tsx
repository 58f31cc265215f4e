import { Button, Switch } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { AddAttribute } from './add-attribute.tsx'
import { AttributeTable } from './attribute-table.tsx'
import { attributesQuery, scopes, type AttributeScope } from './attributes.queries.ts'
import classes from './attributes.module.css'

export function Attributes() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { administer } = useRights(accountId)
  const [adding, { open, close }] = useDisclosure(false)
  const [archived, setArchived] = useState(false)
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={open}>
      {t('attributes.add')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('attributes.title')}
        lead={administer ? t('attributes.lead') : `${t('attributes.lead')} ${t('settings.readOnly')}`}
        actions={administer ? add : undefined}
      />
      <div className={classes.stack}>
        {scopes.map((scope) => (
          <ScopeSection key={scope} scope={scope} archived={archived} mayChange={administer} />
        ))}
        <Switch
          label={t('attributes.showArchived')}
          checked={archived}
          onChange={(event) => setArchived(event.currentTarget.checked)}
        />
      </div>
      {adding && <AddAttribute accountId={accountId} onClose={close} />}
    </>
  )
}

interface SectionProps {
  scope: AttributeScope
  archived: boolean
  mayChange: boolean
}

function ScopeSection({ scope, archived, mayChange }: SectionProps) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const live = useQuery(attributesQuery(accountId, scope, false))
  const old = useQuery({ ...attributesQuery(accountId, scope, true), enabled: archived })
  const rows =
    live.data === undefined ? null : [...live.data.content, ...visible(archived, old.data?.content)]
  return (
    <section aria-labelledby={`scope-${scope}`}>
      <h2 id={`scope-${scope}`} className={classes.heading}>
        {t(`attributes.scope.${scope}`)}
      </h2>
      <p className={classes.help}>{t(`attributes.scopeHelp.${scope}`)}</p>
      {live.isError ? (
        <ProblemAlert
          title={t('attributes.loadFailed')}
          error={live.error}
          onRetry={() => void live.refetch()}
        />
      ) : rows?.length === 0 ? (
        <p className={classes.empty}>{t(`attributes.empty.${scope}`)}</p>
      ) : (
        <AttributeTable accountId={accountId} scope={scope} attributes={rows} mayChange={mayChange} />
      )}
    </section>
  )
}

const visible = <T,>(wanted: boolean, rows: readonly T[] | undefined) => (wanted ? (rows ?? []) : [])
