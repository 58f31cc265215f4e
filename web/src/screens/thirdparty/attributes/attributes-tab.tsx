import { Skeleton, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/index.ts'
import { AttributeField } from '../../../parts/attributes/attribute-field.tsx'
import {
  valuesOf,
  type AttributeRecord,
  type AttributeValue,
} from '../../../parts/attributes/attribute-value.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { useRights } from '../../../ui/use-rights.ts'
import page from '../thirdparty.module.css'
import { attributesQuery, companyKey, type Company } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import { AttributeHistory } from './attribute-history.tsx'
import classes from './attributes.module.css'

const groups = {
  expected: ({ required, calculated }: AttributeRecord) => required && calculated === null,
  own: ({ required, calculated }: AttributeRecord) => !required && calculated === null,
  calculated: ({ calculated }: AttributeRecord) => calculated !== null,
} as const

type Group = keyof typeof groups
const groupNames = Object.keys(groups) as Group[]

export function AttributesTab({ record }: { record: Company }) {
  const { t } = useTranslation()
  const ids = useThirdPartyIds()
  const mayChange = useRights(ids.accountId).manage && !record.archived
  const query = useQuery(attributesQuery(ids))
  if (query.isPending) return <Skeleton height={320} radius={12} />
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('thirdparty.partFailed')} error={query.error} onRetry={retry} />
  }
  return (
    <div className={page.stack}>
      {query.data.content.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('attributesEdit.none')}
        </Text>
      )}
      {groupNames.map((group) => {
        const attributes = query.data.content.filter(groups[group])
        if (attributes.length === 0) return null
        return (
          <Panel
            key={group}
            title={t(`attributesEdit.group.${group}`)}
            help={t(`attributesEdit.groupHelp.${group}`)}
          >
            <ul className={classes.list}>
              {attributes.map((attribute) => (
                <Row key={attribute.attributeId} attribute={attribute} mayChange={mayChange} />
              ))}
            </ul>
          </Panel>
        )
      })}
    </div>
  )
}

function Row({ attribute, mayChange }: { attribute: AttributeRecord; mayChange: boolean }) {
  const { t } = useTranslation()
  const ids = useThirdPartyIds()
  const queries = useQueryClient()
  const { label, value, required } = attribute
  async function save(next: AttributeValue) {
    const body = { label, values: valuesOf(next) }
    await api.account(ids.accountId).post('/thirdparties/{thirdpartyId}/attributes', { path: ids, body })
    void queries.invalidateQueries({ queryKey: ['thirdparties', ids.accountId] })
    // The new value must stand there when the editor closes.
    await queries.invalidateQueries({ queryKey: companyKey(ids) })
  }
  return (
    <li className={classes.row}>
      <span className={classes.label}>{label}</span>
      <div className={classes.field}>
        <AttributeField definition={attribute} value={value} onSave={save} disabled={!mayChange} />
        {required && value === null && <Pill tone="warning">{t('attributesEdit.required')}</Pill>}
      </div>
      <AttributeHistory attribute={attribute} />
    </li>
  )
}
