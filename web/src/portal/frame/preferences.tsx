import { useMantineColorScheme } from '@mantine/core'
import { Segments } from '../parts/segments.tsx'
import { languages, useTexts, type Language } from '../texts.tsx'

const languageOptions = Object.entries(languages).map(([value, label]) => ({
  value: value as Language,
  label,
  lang: value,
}))

export function LanguageSegments({ onChosen }: { onChosen?: (language: Language) => void }) {
  const { t, language, changeLanguage: speak } = useTexts()
  const choose = (next: Language) =>
    void speak(next).then(
      () => onChosen?.(next),
      () => undefined,
    )
  return <Segments label={t.frame.language} value={language} options={languageOptions} onChange={choose} />
}

export function ThemeSegments() {
  const { t } = useTexts()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const options = [
    { value: 'light', label: t.frame.themeLight },
    { value: 'dark', label: t.frame.themeDark },
    { value: 'auto', label: t.frame.themeAuto },
  ] as const
  return <Segments label={t.frame.theme} value={colorScheme} options={options} onChange={setColorScheme} />
}
