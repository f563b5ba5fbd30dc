/** Does one part of the work; answers whether it went well. */
export type StepRunner = (name: string, measure: () => Promise<void>) => Promise<boolean>

/** Prints a line for every step. What fails is added to `failures`, and the rest goes on. */
export function createStepRunner(failures: string[]): StepRunner {
  return async (name, measure) => {
    console.log(`${new Date().toISOString().slice(11, 19)}  ${name} ...`)
    try {
      await measure()
      return true
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      console.error(`          failed: ${reason}`)
      failures.push(`${name}: ${reason}`)
      return false
    }
  }
}
