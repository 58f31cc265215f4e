import { Button, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RelationshipPill } from '../../../parts/relationship/relationship-pill.tsx'
import { useFormat } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Facts, Panel } from '../../../ui/panel.tsx'
import { useRights } from '../../../ui/use-rights.ts'
import type { Company } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import { DecideDialog } from './decide-dialog.tsx'
import { RelationshipHistory } from './relationship-history.tsx'
import { relationshipQuery, type Relationship } from './relationship.queries.ts'

/** Whether the account works with the company, and why. */
export function RelationshipPanel({ record }: { record: Company }) {
  const { t } = useTranslation()
  const ids = useThirdPartyIds()
  const { decide } = useRights(ids.accountId)
  const [deciding, { open, close }] = useDisclosure(false)
  const { data } = useQuery(relationshipQuery(ids))
  if (data === undefined) return null
  const { value, tag } = data
  const action = (
    <Button variant="subtle" size="compact-sm" onClick={open}>
      {t('relationship.decide')}
    </Button>
  )
  return (
    <Panel title={t('relationship.title')} actions={decide && !record.archived ? action : undefined}>
      <Stack gap="sm">
        <div>
          <RelationshipPill state={value.state} />
        </div>
        <Review known={value} />
        {value.decision !== null && <Decision decision={value.decision} />}
        {value.decision !== null && <RelationshipHistory />}
      </Stack>
      {deciding && <DecideDialog record={record} tag={tag} onClose={close} />}
    </Panel>
  )
}

function Review({ known: { state, toReview, inForce, decision } }: { known: Relationship }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (toReview === null) return null
  const cause = t(`relationship.cause.${toReview.cause}`)
  const isSuspended = state === 'SUSPENDED' && !inForce && decision !== null
  return (
    <Notice tone="warning">
      {t('relationship.review', { date: format.date(toReview.since), cause })}
      {isSuspended &&
        ` ${t('relationship.suspendedByPolicy', { state: t(`relationship.state.${decision.state}`) })}`}
    </Notice>
  )
}

type Decided = NonNullable<Relationship['decision']>

function Decision({ decision }: { decision: Decided }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { reason, scope, validUntil, at, by, conditions } = decision
  const name = by.name ?? t('relationship.somebody')
  return (
    <Facts
      facts={[
        { label: t('relationship.reason'), value: reason },
        { label: t('relationship.scope'), value: scope, optional: true },
        {
          label: t('relationship.until'),
          value: validUntil === null ? null : format.date(validUntil),
          optional: true,
        },
        {
          label: t('relationship.conditions'),
          value: conditions.length === 0 ? null : <Conditions conditions={conditions} />,
          optional: true,
        },
        { label: t('relationship.decided'), value: t('relationship.by', { date: format.day(at), name }) },
      ]}
    />
  )
}

function Conditions({ conditions }: Pick<Decided, 'conditions'>) {
  const { t } = useTranslation()
  const format = useFormat()
  return conditions.map(({ text, dueOn, taskId, taskState }) => {
    const state = t(`relationship.conditionDone.${taskState ?? 'CANCELLED'}`)
    return (
      <div key={taskId}>
        {dueOn === null
          ? t('relationship.condition', { text, state })
          : t('relationship.conditionDue', { text, state, date: format.date(dueOn) })}
      </div>
    )
  })
}
