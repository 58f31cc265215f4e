import { Checkbox, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './data-table.module.css'
import { SortHeader, type Sort } from './sort-header.tsx'

export interface Column<Row> {
  key: string
  label: string
  render: (row: Row) => ReactNode
  /** The name by which the server sorts; a column without one cannot be sorted. */
  sortKey?: string
  align?: 'end'
  width?: string
  /** For what names itself, such as a button at the end of a row. */
  hideLabel?: boolean
}

interface Selection {
  selected: ReadonlySet<number>
  onChange: (selected: Set<number>) => void
  /** Whom the box selects, for listeners. */
  nameOf: (key: number) => string
}

interface Props<Row> {
  label: string
  columns: readonly Column<Row>[]
  /** Null while they are on their way. */
  rows: readonly Row[] | null
  rowKey: (row: Row) => number | string
  sort?: Sort | null
  onSort?: (sort: Sort) => void
  selection?: Selection
  skeletonRows?: number
}

/**
 * The one table of the back-office. Its first column heads each row. On a narrow screen CSS turns rows into
 * cards; the roles are spelled out because browsers forget them when a table is displayed as blocks.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, rowKey, selection, skeletonRows = 8 } = props
  return (
    <section className={classes.scroller} tabIndex={0} aria-label={label}>
      <table role="table" className={classes.table} aria-label={label} aria-busy={rows === null}>
        <Head {...props} />
        <tbody role="rowgroup">
          {rows === null
            ? Array.from({ length: skeletonRows }, (_, index) => (
                <SkeletonRow key={index} columns={columns} hasBox={selection !== undefined} />
              ))
            : rows.map((row) => (
                <TableRow
                  key={rowKey(row)}
                  row={row}
                  columns={columns}
                  rowKey={rowKey}
                  selection={selection}
                />
              ))}
        </tbody>
      </table>
    </section>
  )
}

function Head<Row>({ columns, rows, rowKey, sort, onSort, selection }: Props<Row>) {
  const { t } = useTranslation()
  const keys = (rows ?? []).map((row) => Number(rowKey(row)))
  const chosen = keys.filter((key) => selection?.selected.has(key)).length
  function chooseAll(isChosen: boolean) {
    const next = new Set(selection?.selected)
    for (const key of keys) {
      if (isChosen) next.add(key)
      else next.delete(key)
    }
    selection?.onChange(next)
  }
  return (
    <thead role="rowgroup">
      <tr role="row">
        {selection !== undefined && (
          <th role="columnheader" scope="col" className={classes.box}>
            <Checkbox
              size="xs"
              aria-label={t('common.selectAll')}
              // Read on a narrow screen, where the box stands alone above the cards.
              label={t('common.selectAll')}
              checked={keys.length > 0 && chosen === keys.length}
              indeterminate={chosen > 0 && chosen < keys.length}
              onChange={(event) => chooseAll(event.currentTarget.checked)}
            />
          </th>
        )}
        {columns.map((column) => (
          <SortHeader key={column.key} column={column} sort={sort ?? null} onSort={onSort} />
        ))}
      </tr>
    </thead>
  )
}

interface RowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => number | string
  selection: Selection | undefined
}

function TableRow<Row>({ row, columns, rowKey, selection }: RowProps<Row>) {
  const key = Number(rowKey(row))
  const isChosen = selection?.selected.has(key) ?? false
  function choose(checked: boolean) {
    const next = new Set(selection?.selected)
    if (checked) next.add(key)
    else next.delete(key)
    selection?.onChange(next)
  }
  return (
    <tr role="row" data-selected={isChosen}>
      {selection !== undefined && (
        <td role="cell" className={classes.box}>
          <Checkbox
            size="xs"
            aria-label={selection.nameOf(key)}
            checked={isChosen}
            onChange={(event) => choose(event.currentTarget.checked)}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <Cell key={column.key} column={column} row={row} isHead={index === 0} />
      ))}
    </tr>
  )
}

function Cell<Row>({ column, row, isHead }: { column: Column<Row>; row: Row; isHead: boolean }) {
  const content = column.render(row)
  const isEmpty = content === null || content === undefined || content === ''
  const label = column.hideLabel === true ? undefined : column.label
  if (isHead) {
    return (
      <th role="rowheader" scope="row" className={classes.head}>
        {content}
      </th>
    )
  }
  return (
    <td role="cell" data-label={label} data-align={column.align} data-empty={isEmpty}>
      {isEmpty ? <span className={classes.nothing}>–</span> : content}
    </td>
  )
}

function SkeletonRow<Row>({ columns, hasBox }: { columns: readonly Column<Row>[]; hasBox: boolean }) {
  return (
    <tr role="row" className={classes.waiting}>
      {hasBox && (
        <td role="cell" className={classes.box}>
          <Skeleton height={14} width={14} />
        </td>
      )}
      {columns.map((column, index) => (
        <td role="cell" key={column.key}>
          <Skeleton height={12} width={index === 0 ? '70%' : '55%'} radius="xl" />
        </td>
      ))}
    </tr>
  )
}
