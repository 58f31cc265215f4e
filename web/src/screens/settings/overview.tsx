import { Skeleton } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pill } from '../../ui/pill.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { figureQuery } from './figures.queries.ts'
import { sectionGroups, type Section, type SectionName } from './sections.ts'
import classes from './settings.module.css'

export function SettingsOverview() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('settings.title')} lead={t('settings.lead')} />
      {sectionGroups.map(({ group, sections }) => (
        <section key={group} className={classes.cardGroup} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{t(`settings.groups.${group}`)}</h2>
          <ul className={classes.cards}>
            {sections.map((section) => (
              <li key={section.name}>
                <SectionCard section={section} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function SectionCard({ section: { name, to, Icon, right } }: { section: Section }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const rights = useRights(accountId)
  return (
    <Link to={to} params={{ accountId }} className={classes.card}>
      <span className={classes.cardIcon}>
        <Icon size={20} stroke={1.7} aria-hidden="true" />
      </span>
      <span className={classes.cardWords}>
        <span className={classes.cardTitle}>{t(`settings.sections.${name}.name`)}</span>
        <span className={classes.cardDetail}>{t(`settings.sections.${name}.detail`)}</span>
        <span className={classes.figure}>
          {rights[right] ? <SectionFigure accountId={accountId} name={name} /> : <Reserved />}
        </span>
      </span>
    </Link>
  )
}

function Reserved() {
  const { t } = useTranslation()
  return (
    <span className={classes.reserved}>
      <IconLock size={14} aria-hidden="true" /> {t('settings.notYours')}
    </span>
  )
}

function SectionFigure({ accountId, name }: { accountId: number; name: SectionName }) {
  const { t } = useTranslation()
  const { data, isError } = useQuery(figureQuery(accountId, name))
  if (isError) return <span className={classes.reserved}>{t('settings.figureFailed')}</span>
  if (data === undefined) return <Skeleton height={12} width={90} radius="xl" component="span" />
  const { count, byFile = 0, attention = 0 } = data
  // None of a kind goes unsaid where there are some of the other.
  const isCounted = count > 0 || byFile === 0
  return (
    <>
      {isCounted && t(`settings.figures.${name}`, { count })}
      {isCounted && byFile > 0 && ' · '}
      {byFile > 0 && t('settings.byFile', { count: byFile })}
      {attention > 0 && <Pill tone="bad">{t('settings.attention', { count: attention })}</Pill>}
    </>
  )
}
