import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import classes from './data-table.module.css'

export interface Sort {
  key: string
  direction: 'asc' | 'desc'
}

interface Props {
  column: { label: string; sortKey?: string; align?: 'end'; width?: string; hideLabel?: boolean }
  sort: Sort | null
  onSort: ((sort: Sort) => void) | undefined
}

const sortLabel = { asc: 'ascending', desc: 'descending' } as const

export function SortHeader({ column, sort, onSort }: Props) {
  const { label, sortKey, align, width, hideLabel = false } = column
  const direction = sortKey !== undefined && sort?.key === sortKey ? sort.direction : null
  const text = hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label
  const Icon = direction === null ? IconArrowsSort : direction === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <th
      role="columnheader"
      scope="col"
      style={{ width }}
      data-align={align}
      aria-sort={direction === null ? undefined : sortLabel[direction]}
    >
      {sortKey === undefined || onSort === undefined ? (
        text
      ) : (
        <UnstyledButton
          className={classes.sort}
          data-active={direction !== null}
          onClick={() => onSort({ key: sortKey, direction: direction === 'asc' ? 'desc' : 'asc' })}
        >
          {text}
          <Icon size={14} stroke={1.8} aria-hidden="true" />
        </UnstyledButton>
      )}
    </th>
  )
}
