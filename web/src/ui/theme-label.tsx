import {
  IconLeaf,
  IconPigMoney,
  IconScale,
  IconShieldLock,
  IconHeartHandshake,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './theme-label.module.css'

export const themeIcons = {
  LEGAL_COMPLIANCE: IconScale,
  FINANCE: IconPigMoney,
  ENVIRONMENT: IconLeaf,
  CYBERSECURITY: IconShieldLock,
  ETHICS: IconHeartHandshake,
  HUMAN_RIGHTS: IconUsersGroup,
} as const

export type Theme = keyof typeof themeIcons
export const themes = Object.keys(themeIcons) as Theme[]

export function ThemeLabel({ theme }: { theme: Theme }) {
  const { t } = useTranslation()
  const Icon = themeIcons[theme]
  return (
    <span className={classes.theme}>
      <Icon size={16} stroke={1.7} aria-hidden="true" />
      {t(`labels.theme.${theme}`)}
    </span>
  )
}
