import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconListCheck, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Tagged } from '../../api/index.ts'
import { MoveButtons } from '../../parts/order/move-buttons.tsx'
import { useList } from '../../parts/order/use-list.ts'
import { keysAfterHandOver } from '../../parts/owners/owners.queries.ts'
import { partyBody, partyText } from '../../parts/owners/party.ts'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import classes from './owners.module.css'
import { rulesQuery, type OwnerRule, type RuleDraft } from './owners-page.queries.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { useTermsText } from './use-terms-text.ts'

interface Props {
  accountId: number
  mayChange: boolean
}

export function RulesPanel({ accountId, mayChange }: Props) {
  const { t } = useTranslation()
  const query = useQuery(rulesQuery(accountId))
  if (query.data !== undefined) {
    // What somebody else saved meanwhile begins a new list; what was typed here would be refused.
    const key = query.data.tag ?? ''
    return <RuleList key={key} accountId={accountId} mayChange={mayChange} known={query.data} />
  }
  const retry = () => void query.refetch()
  return (
    <Panel title={t('owners.rules.title')} help={t('owners.rules.help')}>
      {query.isError ? (
        <ProblemAlert title={t('owners.rules.loadFailed')} error={query.error} onRetry={retry} />
      ) : (
        <Skeleton height={90} />
      )}
    </Panel>
  )
}

/** Changed here as a whole and saved as a whole: in between, half an order would decide. */
function RuleList({ accountId, mayChange, known }: Props & { known: Tagged<{ rules: OwnerRule[] }> }) {
  const { t } = useTranslation()
  const [rules, setRules] = useState<RuleDraft[]>(known.value.rules)
  const [open, setOpen] = useState<number | 'new' | null>(null)
  const list = useList(rules, setRules)
  const isChanged = tellRules(rules) !== tellRules(known.value.rules)
  const add = (
    <Button variant="default" size="xs" onClick={() => setOpen('new')}>
      {t('owners.rules.add')}
    </Button>
  )
  function keep(rule: RuleDraft) {
    if (open === 'new') list.add(rule)
    else if (open !== null) list.put(open, rule)
    setOpen(null)
  }
  return (
    <Panel
      title={t('owners.rules.title')}
      help={t('owners.rules.help')}
      actions={mayChange ? add : undefined}
    >
      <Rules accountId={accountId} rules={rules} {...(mayChange && { list, onOpen: setOpen })} />
      {isChanged && (
        <Unsaved
          accountId={accountId}
          rules={rules}
          tag={known.tag}
          onDiscard={() => setRules(known.value.rules)}
        />
      )}
      {open !== null && (
        <RuleDialog
          accountId={accountId}
          place={open === 'new' ? null : open + 1}
          rule={open === 'new' ? null : (rules[open] ?? null)}
          onKeep={keep}
          onClose={() => setOpen(null)}
        />
      )}
    </Panel>
  )
}

const tellRules = (rules: readonly RuleDraft[]): string =>
  JSON.stringify(
    rules.map(({ countries, categories, criticalities, unitId, owner }) => [
      countries,
      categories,
      criticalities,
      unitId,
      partyText(owner),
    ]),
  )

interface RulesProps {
  accountId: number
  rules: readonly RuleDraft[]
  /** Absent for who may only read. */
  list?: ReturnType<typeof useList<RuleDraft>>
  onOpen?: (index: number) => void
}

function Rules({ accountId, rules, list, onOpen }: RulesProps) {
  const { t } = useTranslation()
  if (rules.length === 0) {
    return (
      <TeachingState
        icon={<IconListCheck size={32} stroke={1.6} />}
        title={t('owners.rules.emptyTitle')}
        detail={t('owners.rules.example')}
      />
    )
  }
  return (
    <ol className={classes.list} aria-label={t('owners.rules.title')}>
      {rules.map((rule, index) => (
        <RuleRow
          key={list?.keyOf(index) ?? index}
          rule={rule}
          index={index}
          count={rules.length}
          accountId={accountId}
          list={list}
          onOpen={onOpen}
        />
      ))}
    </ol>
  )
}

interface RowProps {
  accountId: number
  rule: RuleDraft
  index: number
  count: number
  list: RulesProps['list']
  onOpen: RulesProps['onOpen']
}

function RuleRow({ accountId, rule, index, count, list, onOpen }: RowProps) {
  const { t } = useTranslation()
  const terms = useTermsText(accountId)(rule)
  const place = index + 1
  const { owner } = rule
  return (
    <li className={classes.row}>
      <span className={classes.place} aria-hidden="true">
        {place}
      </span>
      <div className={classes.words}>
        <span className={classes.name}>{terms}</span>
        <span>
          → {owner.name ?? t('owners.unknown')}
          {owner.teamId !== null && <span className={classes.quiet}> ({t('owners.team')})</span>}
          {!owner.active && <span className={classes.quiet}> – {t('owners.rules.inactive')}</span>}
        </span>
      </div>
      {list !== undefined && (
        <div className={classes.side}>
          <MoveButtons
            name={t('owners.rules.place', { place })}
            index={index}
            count={count}
            onMove={(step) => list.move(index, step)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('owners.rules.change', { place })}
            onClick={() => onOpen?.(index)}
          >
            <IconPencil size={16} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('owners.rules.remove', { place })}
            onClick={() => list.remove(index)}
          >
            <IconTrash size={16} aria-hidden="true" />
          </ActionIcon>
        </div>
      )}
    </li>
  )
}

interface UnsavedProps {
  accountId: number
  rules: readonly RuleDraft[]
  tag: string | null
  onDiscard: () => void
}

function Unsaved({ accountId, rules, tag, onDiscard }: UnsavedProps) {
  const { t } = useTranslation()
  const save = useApiMutation({
    mutationFn: () => {
      const body = {
        rules: rules.map(({ countries, categories, criticalities, unitId, owner }) => ({
          countries,
          categories,
          criticalities,
          unitId,
          owner: partyBody(owner),
        })),
      }
      return api.account(accountId).put('/owner-rules', { body, ifMatch: tag })
    },
    successMessage: t('common.saved'),
    invalidates: keysAfterHandOver(accountId),
    silent: true,
  })
  return (
    <>
      <div className={classes.unsaved}>
        <span className={classes.quiet}>{t('owners.rules.unsaved')}</span>
        <div className={classes.side}>
          <Button variant="default" size="xs" onClick={onDiscard}>
            {t('owners.rules.discard')}
          </Button>
          <Button size="xs" loading={save.isPending} onClick={() => save.mutate()}>
            {t('owners.rules.save')}
          </Button>
        </div>
      </div>
      {save.error !== null && <ProblemAlert title={t('common.notDone')} error={save.error} />}
    </>
  )
}
