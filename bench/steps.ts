/** Runs one step. Returns whether it succeeded. */
export type StepRunner = (name: string, measure: () => Promise<void>) => Promise<boolean>

/** Prints a line for every step. A failure is added to `failures` and does not stop the run. */
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
