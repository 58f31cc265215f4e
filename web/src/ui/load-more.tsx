import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './load-more.module.css'

interface Props {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

export function LoadMore({ query }: Props) {
  const { t } = useTranslation()
  if (!query.hasNextPage) return null
  return (
    <div className={classes.more}>
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('common.more')}
      </Button>
    </div>
  )
}
