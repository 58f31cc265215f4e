import type { Scene } from './scene.ts'
import type { Stage } from './stage.ts'

const providers = [
  'DOCCHECK',
  'ESG',
  'SUSTAINSCORE',
  'SECURITY_RATING',
  'FINANCIAL_STRENGTH',
  'CREDITDATA',
  'NEWSFEED',
] as const

async function sendFile({ t, base, token }: Stage, provider: string, payload: string): Promise<void> {
  const answer = await t.app.inject({
    method: 'POST',
    url: `${base}/datahub/providers/${provider}/values`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    payload,
  })
  if (answer.json<{ changed?: number }>().changed !== 1) throw new Error(answer.body)
}

/** What is known of a company from others, and what the service makes of all it knows. */
export const providerScenes: readonly Scene[] = [
  ...providers.map((provider): Scene => ({
    title: `${provider} is followed, speaks, and is followed no longer`,
    names: [
      `THIRD_PARTY_${provider}_ACTIVATED`,
      `THIRD_PARTY_${provider}_UPDATED`,
      `THIRD_PARTY_${provider}_DEACTIVATED`,
      'THIRD_PARTY_DATA_HUB_UPDATED',
    ],
    play: async (stage) => {
      const id = await stage.company()
      const path = `/thirdparties/${id}/monitoring/${provider}`
      await stage.act('POST', `${path}/activate`)
      const { now } = await stage.act<{ now: string }>('GET', '/clock')
      const news = `thirdpartyId,title,url,date,sentiment\n${id},A fire,https://news.example/1,${now.slice(0, 10)},-0.5\n`
      await sendFile(stage, provider, provider === 'NEWSFEED' ? news : `thirdpartyId,score\n${id},61\n`)
      await stage.act('POST', `${path}/deactivate`)
    },
  })),
  {
    title: 'what is asked of a company moves its indicators',
    names: ['THIRD_PARTY_INDICATOR_UPDATED', 'DOSSIER_INDICATOR_UPDATED'],
    play: async ({ company, dossier, workOff }) => {
      await dossier(await company(), 'SCREENING')
      await workOff()
    },
  },
]
