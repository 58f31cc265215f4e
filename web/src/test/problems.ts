import { VigieProblem } from '@vigie/client'

/** A refusal as the service writes it. */
export function problem(code: string, more: object = {}): VigieProblem {
  return new VigieProblem(new Response(null, { status: 422 }), { code, detail: code, ...more })
}
