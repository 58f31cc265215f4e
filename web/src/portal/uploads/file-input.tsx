import type { InputHTMLAttributes, RefObject } from 'react'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  ref: RefObject<HTMLInputElement | null>
  onFiles: (files: readonly File[]) => void
}

/** The browser's own chooser, opened by a button of ours. */
export function FileInput({ onFiles, ...rest }: Props) {
  return (
    <input
      {...rest}
      type="file"
      hidden
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])]
        // The same file chosen again would not be a change.
        currentTarget.value = ''
        onFiles(files)
      }}
    />
  )
}
