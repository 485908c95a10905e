import type { Check, CheckName } from './types.ts'

/** Collects what was found; a check that throws has failed, with the error's text as its reason. */
export class Report {
  readonly checks: Check[] = []

  async check<T = undefined>(
    name: CheckName,
    run: () => Promise<{ value?: T; detail: string }>,
  ): Promise<T | undefined> {
    try {
      const { value, detail } = await run()
      this.checks.push({ name, ok: true, detail })
      return value
    } catch (error) {
      this.checks.push({ name, ok: false, detail: error instanceof Error ? error.message : String(error) })
      return undefined
    }
  }
}
