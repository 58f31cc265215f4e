import { Button, Skeleton, Switch } from '@mantine/core'
import { IconListSearch, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tagged } from '../../api/index.ts'
import { screeningListsQuery, type ScreeningSettings } from '../../parts/screening/screening.queries.ts'
import { useListName } from '../../parts/screening/use-list-source.ts'
import { useFormat } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { Pill } from '../../ui/pill.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { ListVersions } from './list-versions.tsx'
import { OwnListDialog } from './own-list-dialog.tsx'
import { OwnListTools } from './own-list-tools.tsx'
import type { ScreeningList } from './screening-lists.queries.ts'
import classes from './screening-settings.module.css'
import { useChangeSettings } from './use-change-settings.ts'

interface Props {
  accountId: number
  settings: Tagged<ScreeningSettings> | null
  mayChange: boolean
}

export function ListsPanel(props: Props) {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const { accountId, mayChange } = props
  const lists = useQuery(screeningListsQuery(accountId))
  const add = (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPlus size={15} aria-hidden="true" />}
      onClick={() => setAdding(true)}
    >
      {t('ownLists.add')}
    </Button>
  )
  return (
    <Panel
      title={t('screeningSettings.lists')}
      help={t('screeningSettings.listsHelp')}
      actions={mayChange && add}
    >
      {isAdding && <OwnListDialog accountId={accountId} list={null} onClose={() => setAdding(false)} />}
      {lists.isPending && <Skeleton height={120} />}
      {lists.isError && (
        <ProblemAlert
          title={t('screeningSettings.listsFailed')}
          error={lists.error}
          onRetry={() => void lists.refetch()}
        />
      )}
      {lists.data?.length === 0 && (
        <TeachingState
          icon={<IconListSearch size={30} stroke={1.6} />}
          title={t('screeningSettings.noLists')}
          detail={t('screeningSettings.noListsDetail')}
        />
      )}
      <ul className={classes.lists}>
        {lists.data?.map((list) => (
          <ListEntry key={list.listId} {...props} list={list} />
        ))}
      </ul>
    </Panel>
  )
}

function ListEntry({ list, ...props }: Props & { list: ScreeningList }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const name = useListName()(list)
  return (
    <li className={classes.entry}>
      <div className={classes.row}>
        <div className={classes.words}>
          <span className={classes.name}>{name}</span>
          <span className={classes.pills}>
            {list.own ? (
              <Pill tone="info">{t('screeningSettings.ownList')}</Pill>
            ) : (
              <Pill tone="neutral">{t(`screening.classes.${list.class}`)}</Pill>
            )}
            {list.loading && <Pill tone="info">{t('screeningSettings.state.LOADING')}</Pill>}
            {list.tooOld && <Pill tone="bad">{t('screeningSettings.tooOld')}</Pill>}
          </span>
          <ListFacts list={list} />
        </div>
        <div className={classes.tools}>
          <CountsSwitch {...props} list={list} name={name} />
          <Button
            size="compact-sm"
            variant="subtle"
            aria-expanded={isOpen}
            aria-label={t('screeningSettings.versionsOf', { name })}
            onClick={() => setOpen(!isOpen)}
          >
            {t('screeningSettings.versions')}
          </Button>
          {list.own && props.mayChange && <OwnListTools accountId={props.accountId} list={list} />}
        </div>
      </div>
      {isOpen && <ListVersions accountId={props.accountId} listId={list.listId} />}
    </li>
  )
}

function ListFacts({ list }: { list: ScreeningList }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { version, entries, publishedOn, confirmedAt } = list
  if (version === null) return <span className={classes.note}>{t('screeningSettings.noVersion')}</span>
  const facts = [
    t('screeningSettings.versionLine', { version }),
    t('screeningSettings.entries', { count: entries }),
    publishedOn && t('screeningSettings.published', { date: format.date(publishedOn) }),
    confirmedAt && `${t('screeningSettings.age')} ${format.moment(confirmedAt)}`,
  ]
  return <span className={classes.note}>{facts.filter(Boolean).join(' · ')}</span>
}

interface CountsProps extends Props {
  list: ScreeningList
  name: string
}

function CountsSwitch({ accountId, settings, mayChange, list, name }: CountsProps) {
  const { t } = useTranslation()
  const changing = useChangeSettings(accountId)
  const { listId, counts } = list
  const put = (isCounted: boolean) => {
    if (settings === null) return
    const others = settings.value.leftOutLists.filter((id) => id !== listId)
    changing.mutate({
      change: { leftOutLists: isCounted ? others : [...others, listId] },
      tag: settings.tag,
    })
  }
  return (
    <Switch
      size="sm"
      label={t('screeningSettings.counts')}
      aria-label={t('screeningSettings.countsFor', { name })}
      checked={changing.isPending ? !counts : counts}
      disabled={!mayChange || settings === null || changing.isPending}
      onChange={({ currentTarget }) => put(currentTarget.checked)}
    />
  )
}
