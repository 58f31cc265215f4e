import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isProblem, type VigieProblem } from '../../api/index.ts'
import classes from './ranges-input.module.css'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  /** What the server said of the list, if it refused it. */
  problem: Error | null
}

/** Addresses and ranges, one a line. Those the server could not read are named beside the field. */
export function RangesInput({ label, value, onChange, problem }: Props) {
  const { t } = useTranslation()
  const unread = unreadRanges(problem, readRanges(value))
  return (
    <Textarea
      label={label}
      description={t('addresses.rangesHelp')}
      placeholder={'203.0.113.0/24\n2001:db8::/32'}
      autosize
      minRows={3}
      maxRows={12}
      spellCheck={false}
      autoComplete="off"
      classNames={{ input: classes.code }}
      value={value}
      error={unread.length > 0 && t('addresses.unread', { ranges: unread.join(', ') })}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** Whoever pastes a list need not care what stands between its entries. */
export const readRanges = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

function unreadRanges(problem: Error | null, ranges: readonly string[]): string[] {
  if (!namesRanges(problem)) return []
  return problem.errors.flatMap(({ pointer }) => ranges[Number(pointer?.split('/').at(-1))] ?? [])
}

/** A refusal that is told beside the field. */
export const namesRanges = (error: Error | null): error is VigieProblem =>
  isProblem(error, 'ADDRESS_RANGE_INVALID')

export const locksCallerOut = (error: Error | null): boolean => isProblem(error, 'ADDRESS_LOCKS_CALLER_OUT')
