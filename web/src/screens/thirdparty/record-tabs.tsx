import { Skeleton, Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { Texts } from '../../i18n/en/index.ts'
import classes from './record-tabs.module.css'
import type { Company } from './thirdparty.queries.ts'

export type TabName = Exclude<keyof Texts['thirdparty']['tabs'], 'label'>
export type TabPart = ComponentType<{ record: Company }>

// Each part is fetched when it is first opened.
const parts: Record<TabName, TabPart> = {
  overview: lazy(async () => ({ default: (await import('./overview/overview.tsx')).Overview })),
  identity: lazy(async () => ({ default: (await import('./identity/identity-tab.tsx')).IdentityTab })),
  dossiers: lazy(async () => ({ default: (await import('./dossiers/dossiers-tab.tsx')).DossiersTab })),
  indicators: lazy(async () => ({
    default: (await import('./indicators/indicators-tab.tsx')).IndicatorsTab,
  })),
  findings: lazy(async () => ({ default: (await import('./findings/findings-tab.tsx')).FindingsTab })),
  contacts: lazy(async () => ({ default: (await import('./contacts/contacts-tab.tsx')).ContactsTab })),
  monitoring: lazy(async () => ({
    default: (await import('./monitoring/monitoring-tab.tsx')).MonitoringTab,
  })),
  screening: lazy(async () => ({
    default: (await import('./screening/screening-tab.tsx')).ScreeningTab,
  })),
  attributes: lazy(async () => ({
    default: (await import('./attributes/attributes-tab.tsx')).AttributesTab,
  })),
  comments: lazy(async () => ({ default: (await import('./comments-tab.tsx')).CommentsTab })),
  timeline: lazy(async () => ({ default: (await import('./timeline-tab.tsx')).TimelineTab })),
}

const names = Object.keys(parts) as TabName[]
const route = '/account/$accountId/thirdparties/$thirdpartyId' as const

/** The parts of a record; which one is open stands in the address. */
export function RecordTabs({ record }: { record: Company }) {
  const { t } = useTranslation()
  const search = useSearch({ from: route })
  const navigate = useNavigate({ from: route })
  const current = names.find((name) => name === search.tab) ?? 'overview'
  const open = (name: string | null) =>
    void navigate({ search: name === null || name === 'overview' ? {} : { tab: name }, resetScroll: false })
  const Part = parts[current]
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = scroller.current
    const tab = row?.querySelector(`[data-name="${current}"]`)?.getBoundingClientRect()
    // Sideways only: scrollIntoView would move the page as well, on a low screen past the name of the company.
    if (row && tab)
      row.scrollLeft += tab.x + tab.width / 2 - row.getBoundingClientRect().x - row.clientWidth / 2
  }, [current])
  return (
    <Tabs value={current} onChange={open} keepMounted={false} activateTabWithKeyboard={false}>
      <div ref={scroller} className={classes.scroller}>
        <Tabs.List aria-label={t('thirdparty.tabs.label')} className={classes.list}>
          {names.map((name) => (
            <Tabs.Tab key={name} value={name} data-name={name} className={classes.tab}>
              <span className={classes.word} data-word={t(`thirdparty.tabs.${name}`)}>
                {t(`thirdparty.tabs.${name}`)}
              </span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      <Tabs.Panel value={current} pt={20}>
        <Suspense fallback={<Skeleton height={420} radius={12} />}>
          <Part record={record} />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  )
}
