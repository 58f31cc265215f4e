import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { ThemeLabel, themes } from '../../ui/theme-label.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { accountAddress } from './addresses.ts'
import { BarList, type BarRow } from './bar-list.tsx'
import classes from './dashboard.module.css'
import type { Statistics } from './dashboard.queries.ts'

const toneOf = (share: number) => (share >= 0.8 ? 'good' : share >= 0.5 ? 'warning' : 'bad')

export function ThemesPanel({ statistics }: { statistics: Statistics | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const accountId = useAccountId()
  const rows = themes.map((theme): BarRow => {
    const { required = 0, valid = 0 } = statistics?.themes.find((one) => one.theme === theme) ?? {}
    const share = required === 0 ? 0 : valid / required
    return {
      key: theme,
      label: <ThemeLabel theme={theme} />,
      share,
      value: required === 0 ? '–' : format.percent(share),
      detail: required === 0 ? t('dashboard.nothingRequired') : t('dashboard.coverage', { valid, required }),
      href: accountAddress(accountId, 'review', { theme }),
      ...(required > 0 && { tone: toneOf(share) }),
    }
  })
  return (
    <Panel title={t('dashboard.themes')} help={t('dashboard.themesHelp')}>
      {statistics === undefined ? (
        <div className={classes.bars}>
          {themes.map((theme) => (
            <Skeleton key={theme} height={30} my={5} />
          ))}
        </div>
      ) : (
        <BarList label={t('dashboard.themes')} rows={rows} />
      )}
    </Panel>
  )
}
