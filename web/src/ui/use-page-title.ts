import { useEffect } from 'react'

export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = `${title} · Vigie`
  }, [title])
}
