import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Surface } from '../../ui/surface.tsx'
import type { WorkItem } from './my-work.queries.ts'
import classes from './my-work.module.css'
import { WorkRow } from './work-row.tsx'

interface Props {
  accountId: number
  /** Null while they are on their way. */
  items: readonly WorkItem[] | null
}

const skeletons = ['a', 'b', 'c', 'd', 'e']

export function WorkList({ accountId, items }: Props) {
  const { t } = useTranslation()
  return (
    <Surface className={classes.surface}>
      <ul className={classes.rows} aria-label={t('myWork.list')} aria-busy={items === null}>
        {items === null
          ? skeletons.map((key) => (
              <li key={key} className={classes.coming}>
                <Skeleton height={14} width="60%" />
              </li>
            ))
          : items.map((item) => (
              <WorkRow key={`${item.kind} ${item.id}`} accountId={accountId} item={item} />
            ))}
      </ul>
    </Surface>
  )
}
