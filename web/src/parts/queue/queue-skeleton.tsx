import { Skeleton } from '@mantine/core'
import classes from './queue-list.module.css'

export function QueueSkeleton() {
  return (
    <div className={classes.waiting} aria-hidden="true">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height={58} radius={8} />
      ))}
    </div>
  )
}
