import type { Scene } from './scene.ts'
import type { Stage } from './stage.ts'

const places: Record<'THIRD_PARTY' | 'DOSSIER' | 'DOCUMENT', (stage: Stage) => Promise<string>> = {
  THIRD_PARTY: async ({ company }) => `/thirdparties/${await company()}`,
  DOSSIER: async ({ company, dossier }) => (await dossier(await company(), 'ONBOARDING')).path,
  DOCUMENT: async ({ company, dossier }) => (await dossier(await company(), 'ONBOARDING')).document('NDA'),
}

export const commentScenes: readonly Scene[] = (['THIRD_PARTY', 'DOSSIER', 'DOCUMENT'] as const).map(
  (kind) => ({
    title: `a ${kind} is talked about`,
    names: [
      `${kind}_COMMENT_ADDED`,
      `${kind}_COMMENT_UPDATED`,
      `${kind}_COMMENT_DELETED`,
      `${kind}_COMMENT_MENTION_ADDED`,
      `${kind}_COMMENT_MENTION_UPDATED`,
      `${kind}_COMMENT_MENTION_DELETED`,
    ],
    play: async (stage) => {
      const { act, person } = stage
      const mentions = [person.userId]
      const place = await places[kind](stage)
      const comment = await act<{ commentId: number }>('POST', `${place}/comments`, { text: 'One', mentions })
      const path = `/comments/${comment.commentId}`
      await act('PATCH', path, { text: 'Two' })
      await act('PATCH', path, { mentions: [] })
      await act('DELETE', path)
    },
  }),
)
