import type { FastifyInstance } from 'fastify'
import type { HttpOptions } from './options.ts'

const config = { right: 'public' } as const
const yearMs = 365 * 86_400_000

/** What strangers look for at addresses everybody knows. */
export function knownPlaces(app: FastifyInstance, options: HttpOptions): void {
  const { publicUrl, clock, securityContact = null } = options
  const schema = { hide: true }
  const plain = 'text/plain; charset=utf-8'
  app.get('/llms.txt', { config, schema }, (_request, reply) =>
    reply.type(plain).header('cache-control', 'public, max-age=3600').send(guideForModels(publicUrl)),
  )
  if (securityContact === null) return
  app.get('/.well-known/security.txt', { config, schema }, (_request, reply) => {
    // It must name a day it holds until: whoever reads it reads it anew.
    const expires = new Date(clock.now().getTime() + yearMs).toISOString()
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en, fr',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ]
    return reply
      .type(plain)
      .header('cache-control', 'public, max-age=3600')
      .send(`${lines.join('\n')}\n`)
  })
}

/** By llmstxt.org: a title, a sentence, and where to read on. */
function guideForModels(publicUrl: string): string {
  return `# Vigie

> Evaluate third parties: portfolio, dossiers, evidence and a verifiable journal, behind one HTTP API.

Every route of an account stands below ${publicUrl}/api/v1/account/{accountId}. A token comes from POST /oauth2/token with client credentials. All times are UTC. Refusals are application/problem+json: read their code, not their words.

## Reference

- [OpenAPI 3.1 description](${publicUrl}/openapi.json): every operation with its schemas
- [Reference for people](${publicUrl}/docs): the same, to read and to try
- [Problem codes](${publicUrl}/problems): what each refusal means and whether it is worth repeating
`
}
