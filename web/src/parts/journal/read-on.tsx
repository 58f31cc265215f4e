import { useIntersection } from '@mantine/hooks'
import { useEffect } from 'react'
import { LoadMore } from '../../ui/load-more.tsx'

interface Props {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; isError: boolean; fetchNextPage: () => unknown }
}

/** The next page comes as its place comes near; the button stays for who does not scroll, and after a fault. */
export function ReadOn({ query }: Props) {
  const { ref, entry } = useIntersection({ rootMargin: '600px' })
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query
  const isWanted = entry?.isIntersecting === true && hasNextPage && !isFetchingNextPage && !isError
  useEffect(() => {
    if (isWanted) void fetchNextPage()
  }, [isWanted, fetchNextPage])
  return (
    <div ref={ref}>
      <LoadMore query={query} />
    </div>
  )
}
