import { Button, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Mark } from '../../ui/logo.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import classes from './not-found.module.css'

export function NotFound() {
  const { t } = useTranslation()
  usePageTitle(t('notFound.title'))
  return (
    <main className={classes.page}>
      <Mark size={56} />
      <Title order={1} size="h2">
        {t('notFound.title')}
      </Title>
      <Text c="dimmed" maw={440}>
        {t('notFound.detail')}
      </Text>
      <Button component={Link} to="/">
        {t('notFound.home')}
      </Button>
    </main>
  )
}
