import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/index.ts'
import { moved, type Step } from '../../parts/order/use-list.ts'
import { toast } from '../../ui/toast.ts'
import { attributesQuery, type Attribute, type AttributeScope } from './attributes.queries.ts'

/** In their new order, with as few new positions as it takes. */
function placed(order: readonly Attribute[]): Attribute[] {
  const positions = order.map(({ position }) => position).toSorted((a, b) => a - b)
  const areDistinct = new Set(positions).size === positions.length
  return order.map((one, index) => ({
    ...one,
    position: areDistinct ? (positions[index] ?? index) : index + 1,
  }))
}

/**
 * Moves an attribute at once; the writes follow one after another. When one is refused the list is read again and
 * shows what holds.
 */
export function useAttributeOrder(accountId: number, scope: AttributeScope) {
  const queries = useQueryClient()
  const { queryKey } = attributesQuery(accountId, scope, false)
  const mutationKey = ['attribute-order', accountId, scope]
  const storing = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(':') },
    mutationFn: async (changed: readonly Attribute[]) => {
      for (const { attributeId, position } of changed)
        await api
          .account(accountId)
          .patch('/attributes/{attributeId}', { path: { attributeId }, body: { position } })
    },
    onError: (error) => toast.problem(error),
    onSettled: () => {
      // An answer read in between would show an order that is already past.
      if (queries.isMutating({ mutationKey }) > 1) return
      return queries.invalidateQueries({ queryKey: ['attributes', accountId] })
    },
  })
  return (index: number, step: Step) => {
    const known = queries.getQueryData(queryKey)?.content ?? []
    const next = placed(moved(known, index, step))
    const before = new Map(known.map(({ attributeId, position }) => [attributeId, position]))
    void queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, { content: next })
    storing.mutate(next.filter(({ attributeId, position }) => before.get(attributeId) !== position))
  }
}
