import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'

interface Props extends Omit<NumberInputProps, 'value' | 'onChange'> {
  limit: number | undefined
  /** Undefined where there is none. */
  onLimit: (limit: number | undefined) => void
}

/** A limit that may be left out. What is half written, such as a minus sign alone, stays where it is. */
export function LimitInput({ limit, onLimit, ...rest }: Props) {
  const [typed, setTyped] = useState<number | string>(limit ?? '')
  return (
    <NumberInput
      maw={260}
      {...rest}
      value={typed}
      onChange={(next) => {
        setTyped(next)
        const number = Number(next)
        onLimit(next === '' || Number.isNaN(number) ? undefined : number)
      }}
    />
  )
}
