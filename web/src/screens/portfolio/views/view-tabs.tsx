import { UnstyledButton } from '@mantine/core'
import { IconStarFilled, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Portfolio } from '../list/use-portfolio.ts'
import type { SavedView } from '../portfolio.queries.ts'
import classes from './views.module.css'

interface Props {
  portfolio: Portfolio
  views: readonly SavedView[]
  startView: number | null
}

/** Views side by side, one's own before those everyone has. */
export function ViewTabs({ portfolio, views, startView }: Props) {
  const { t } = useTranslation()
  const current = portfolio.search['view']
  const ordered = [...views.filter((one) => !one.shared), ...views.filter((one) => one.shared)]
  if (ordered.length === 0) return null
  return (
    <nav className={classes.tabs} aria-label={t('savedViews.label')}>
      <Tab isCurrent={current === undefined} onClick={() => portfolio.openView(null)}>
        {t('savedViews.everything')}
      </Tab>
      {ordered.map((view) => (
        <Tab
          key={view.viewId}
          isCurrent={current === String(view.viewId)}
          onClick={() => portfolio.openView(view)}
        >
          {view.shared && <IconUsers size={14} stroke={1.8} aria-label={t('savedViews.shared')} />}
          {view.name}
          {view.viewId === startView && <IconStarFilled size={12} aria-label={t('savedViews.start')} />}
        </Tab>
      ))}
    </nav>
  )
}

interface TabProps {
  isCurrent: boolean
  onClick: () => void
  children: ReactNode
}

function Tab({ isCurrent, onClick, children }: TabProps) {
  return (
    <UnstyledButton className={classes.tab} aria-current={isCurrent ? 'true' : undefined} onClick={onClick}>
      {children}
    </UnstyledButton>
  )
}
