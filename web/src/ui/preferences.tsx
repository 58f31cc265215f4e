import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, currentLanguage, languages, type Language } from '../i18n/index.ts'

export function LanguageChoice() {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={t('shell.language')}
      value={currentLanguage()}
      onChange={(value) => void chooseLanguage(value as Language)}
      data={Object.entries(languages).map(([value, label]) => ({
        value,
        label: <span lang={value}>{label}</span>,
      }))}
    />
  )
}

export function ThemeChoice() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={t('shell.theme')}
      value={colorScheme}
      onChange={(value) => setColorScheme(value)}
      data={[
        { value: 'light', label: t('shell.themeLight') },
        { value: 'dark', label: t('shell.themeDark') },
        { value: 'auto', label: t('shell.themeAuto') },
      ]}
    />
  )
}
